/**
 * Runs `work` in a task after the next paint. The browser paints the pressed button first, if the work takes
 * longer than a frame.
 */
export function afterPaint(work: () => void): void {
  requestAnimationFrame(() => setTimeout(work));
}
