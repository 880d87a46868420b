import { fileURLToPath } from 'node:url'
import * as fontkit from 'fontkit'
import type { Alphabet, Letter, Weight } from '../../domain/pictures/shapes.ts'

const fontFiles: Record<Weight, readonly string[]> = {
  medium: [
    import.meta.resolve('@fontsource/figtree/files/figtree-latin-500-normal.woff'),
    import.meta.resolve('@fontsource/figtree/files/figtree-latin-ext-500-normal.woff'),
  ],
  bold: [
    import.meta.resolve('@fontsource/figtree/files/figtree-latin-700-normal.woff'),
    import.meta.resolve('@fontsource/figtree/files/figtree-latin-ext-700-normal.woff'),
  ],
}

const openFonts = (weight: Weight): Font[] => fontFiles[weight].map((file) => fontkit.openSync(fileURLToPath(file)) as Font)

/** Letters whose distances to each other are looked up. Others keep the normal distance. */
const kerned = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz.,'].join('')

/** How many straight pieces a curve of a letter gets. The largest letters are about 70 pixels high. */
const piecesOfCurve = 5

type Font = fontkit.Font

/** The outlines of all letters of Figtree in two weights. */
export function readAlphabets(): { unitsPerEm: number; alphabets: Record<Weight, Alphabet> } {
  const [medium, bold] = [openFonts('medium'), openFonts('bold')]
  return { unitsPerEm: medium[0]?.unitsPerEm ?? 1000, alphabets: { medium: readAlphabet(medium), bold: readAlphabet(bold) } }
}

function readAlphabet(fonts: Font[]): Alphabet {
  const letters: Record<string, Letter> = {}
  const kerning: Record<string, number> = {}
  for (const font of fonts) {
    for (const code of font.characterSet) {
      const letter = String.fromCodePoint(code)
      const glyph = font.glyphForCodePoint(code)
      // A mark that stands on the letter before it has no width. Titles use the composed letters instead.
      if (code < 32 || letters[letter] || glyph.advanceWidth === 0) continue
      letters[letter] = [Math.round(glyph.advanceWidth), readRings(glyph.path.commands)]
    }
  }
  const [latin] = fonts
  for (const a of kerned) {
    for (const b of kerned) {
      const closer = latin ? Math.round(latin.layout(a + b).advanceWidth - (letters[a]?.[0] ?? 0) - (letters[b]?.[0] ?? 0)) : 0
      if (closer !== 0) kerning[a + b] = closer
    }
  }
  return { letters, kerning }
}

function readRings(commands: fontkit.Glyph['path']['commands']): number[][] {
  const rings: number[][] = []
  for (const { command, args } of commands) {
    const ring = rings.at(-1) ?? []
    const [x0 = 0, y0 = 0] = ring.slice(-2)
    if (command === 'moveTo') rings.push(args.map(Math.round))
    else if (command === 'lineTo') ring.push(...args.map(Math.round))
    else if (command === 'quadraticCurveTo' || command === 'bezierCurveTo') ring.push(...flattenCurve([x0, y0, ...args]))
  }
  return rings
}

/** A curve with two or three points after its start, by repeated division. */
function flattenCurve(numbers: number[]): number[] {
  return Array.from({ length: piecesOfCurve }, (_, i) => {
    const t = (i + 1) / piecesOfCurve
    let points = numbers
    while (points.length > 2) points = points.slice(2).map((value, k) => (points[k] ?? 0) + (value - (points[k] ?? 0)) * t)
    return points.map(Math.round)
  }).flat()
}
