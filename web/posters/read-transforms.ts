/** How coordinates become others: x' = a·x + c·y + e and y' = b·x + d·y + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

/** Reads SVG transforms such as `translate(…) rotate(…)` as one matrix each. */
export function readTransforms(text: string): Matrix[] {
  return [...text.matchAll(/(\w+)\(([^)]*)\)/g)].flatMap(([, name, list = '']): Matrix[] => {
    const [a = 0, b, c] = list
      .split(/[\s,]+/)
      .filter(Boolean)
      .map(Number)
    switch (name) {
      case 'translate':
        return [[1, 0, 0, 1, a, b ?? 0]]
      case 'scale':
        return [[a, 0, 0, b ?? a, 0, 0]]
      case 'rotate': {
        const [cos, sin] = [Math.cos((a * Math.PI) / 180), Math.sin((a * Math.PI) / 180)]
        const [x, y] = [b ?? 0, c ?? 0]
        return [[cos, sin, -sin, cos, x - x * cos + y * sin, y - x * sin - y * cos]]
      }
      case 'skewX':
        return [[1, 0, Math.tan((a * Math.PI) / 180), 1, 0, 0]]
      default:
        return []
    }
  })
}
