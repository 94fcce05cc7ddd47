import { problemOfFile, problemOfSize } from './chosen-icon';

it.each([
  [{ type: 'image/png', size: 262_144 }, undefined],
  [{ type: 'image/webp', size: 1 }, undefined],
  [{ type: 'image/png', size: 262_145 }, { reason: 'bytes' }],
  [{ type: 'image/svg+xml', size: 1 }, { reason: 'type' }],
  [{ type: '', size: 1 }, { reason: 'type' }],
])('problemOfFile returns for the icon file %j: %j', (file, problem) => {
  expect(problemOfFile(file)).toEqual(problem);
});

it.each([
  [128, 128, undefined],
  [1200, 1200, undefined],
  [127, 127, 'size'],
  [1201, 1201, 'size'],
  [256, 255, 'size'],
])('problemOfSize reports for an icon of %d × %d pixels: %s', (width, height, reason) => {
  expect(problemOfSize({ width, height })).toEqual(reason && { reason, width, height });
});
