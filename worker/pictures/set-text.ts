import type { PictureParts, Weight } from '../../domain/pictures/shapes.ts'
import type { Canvas, Rgb } from './canvas.ts'

export type TextStyle = { size: number; weight: Weight; color: Rgb /** In shares of the size. */; spacing?: number }

type Parts = Pick<PictureParts, 'unitsPerEm' | 'alphabets'>

/** Whether the font has all letters of this word. */
const canWrite = (parts: Parts, word: string) => [...word].every((letter) => letter in parts.alphabets.bold.letters)

const withoutMarks = (word: string) => word.normalize('NFD').replace(/\p{Mark}/gu, '')

/**
 * The part of a text that the font can write. A letter that the font lacks loses its marks; a word in another script and emojis are left
 * out. If most letters would be left out, the rest would mean nothing, so it returns nothing.
 */
export function toWritable(parts: Parts, text: string): string {
  const words = text.normalize('NFC').split(/\s+/)
  const writable = words.map((word) => {
    const plain = word.replace(/[^\p{Letter}\p{Mark}\p{Number}\p{Punctuation}\p{Currency_Symbol}+=<>|~^$]/gu, '')
    if (canWrite(parts, plain)) return plain
    const bare = withoutMarks(plain)
    return canWrite(parts, bare) ? bare : ''
  })
  const countLetters = (list: string[]) => list.join('').match(/[\p{Letter}\p{Number}]/gu)?.length ?? 0
  const [kept, all] = [countLetters(writable), countLetters(words)]
  return kept === 0 || kept * 2 < all ? '' : writable.filter((word) => word !== '').join(' ')
}

export function measureText({ unitsPerEm, alphabets }: Parts, text: string, { size, weight, spacing = 0 }: TextStyle): number {
  const { letters, kerning } = alphabets[weight]
  let [width, last] = [0, '']
  for (const letter of text) {
    width += (letters[letter]?.[0] ?? 0) + (kerning[last + letter] ?? 0) + spacing * unitsPerEm
    last = letter
  }
  return (width * size) / unitsPerEm
}

/** Writes one line. `y` is its baseline. Returns where it ends. */
export function writeText(
  canvas: Canvas,
  { unitsPerEm, alphabets }: Parts,
  text: string,
  [x, y]: readonly [number, number],
  style: TextStyle,
): number {
  const { letters, kerning } = alphabets[style.weight]
  const scale = style.size / unitsPerEm
  let [at, last] = [x, '']
  for (const letter of text) {
    const [width, rings] = letters[letter] ?? [0, []]
    at += (kerning[last + letter] ?? 0) * scale
    canvas.fill(rings, style.color, [scale, 0, 0, -scale, at, y])
    at += width * scale + (style.spacing ?? 0) * style.size
    last = letter
  }
  return at
}

/** Cuts a text to the width. A text that was cut ends with an ellipsis. */
export function cutText(parts: Parts, text: string, style: TextStyle, width: number): string {
  if (measureText(parts, text, style) <= width) return text
  let kept = text
  while (kept !== '' && measureText(parts, `${kept}…`, style) > width) kept = [...kept].slice(0, -1).join('')
  return `${kept.trimEnd()}…`
}

/** Breaks a text into lines. What does not fit into the last line is cut. */
export function breakText(
  parts: Parts,
  text: string,
  style: TextStyle,
  { width, maxLines }: { width: number; maxLines: number },
): string[] {
  const lines: string[] = []
  let rest = text.split(' ')
  while (rest.length > 0 && lines.length < maxLines - 1) {
    let count = 1
    while (count < rest.length && measureText(parts, rest.slice(0, count + 1).join(' '), style) <= width) count++
    lines.push(cutText(parts, rest.slice(0, count).join(' '), style, width))
    rest = rest.slice(count)
  }
  return rest.length === 0 ? lines : [...lines, cutText(parts, rest.join(' '), style, width)]
}
