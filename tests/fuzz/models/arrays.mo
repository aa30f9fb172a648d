model Arrays
  Real A[2, 2] = [1, 2; 3, 4], b[2] = A*{1, 2} .+ ones(2) ./ {2., .5} .^ 2;
  Boolean c = not b[1] < 2 or A[1, :] == A[:, end] and true;
  String s = "q\"uo\\te" + 'odd name.x[1]';
algorithm
  when {initial(), sample(0, 0.1)} then b := transpose(A)*b; end when;
initial equation
  b = {f(i, function g(a = 1)) for i};
end Arrays;
