/** The width of a letter, and its outline: lines and curves with one control point, each from where the last one ended. */
type PdfLetter = { width: number; path: string }
export type PdfLetters = ReadonlyMap<string, PdfLetter>

/** Stands for a letter that has no outline. */
export const missingLetter = '□'

/** Kept between requests and jobs, once a text has needed it. */
let keptLetters: PdfLetters | undefined

/**
 * The letters of Noto Sans in Latin, Greek and Cyrillic. They are a file of the build, so that the Worker stays small. It is made from
 * @fontsource/noto-sans 5.3.0 (SIL Open Font License 1.1, Copyright 2022 The Noto Project Authors).
 */
export async function readPdfLetters(assets: Fetcher): Promise<PdfLetters> {
  if (keptLetters) return keptLetters
  // Only the path counts.
  const file = await assets.fetch(new URL('/receipt-letters.txt', 'https://assets.local'))
  if (!file.ok) throw new Error('The build has no letters for receipts.')
  keptLetters = new Map(
    (await file.text())
      .trim()
      .split('\n')
      .slice(1)
      .map((line): [string, PdfLetter] => {
        const [code = '', width = '', ...path] = line.split(' ')
        return [String.fromCodePoint(Number.parseInt(code, 16)), { width: Number(width), path: path.join(' ') }]
      }),
  )
  return keptLetters
}

const joinsEmoji = /[\u200d\ufe0f\u20e3\p{Emoji_Modifier}\p{Regional_Indicator}]/u

/** A text in which each letter has an outline. Other scripts leave a mark for each letter, and emoji are left out. */
export function keepDrawable(text: string, letters: PdfLetters): string {
  const kept = [...text.normalize('NFC')].flatMap((character) => {
    if (letters.has(character)) return character
    if (joinsEmoji.test(character) || /\p{Extended_Pictographic}/u.test(character)) return []
    // A letter without a rare mark can still be read, and a mark without its letter says nothing.
    const parts = [...character.normalize('NFD')].filter((part) => letters.has(part))
    return parts.length > 0 || /\p{M}/u.test(character) ? parts : missingLetter
  })
  return kept.join('').replace(/ +/g, ' ').trim() || missingLetter
}

/** The outline of a letter in the words of PDF, which knows only curves with two control points. */
export function writeOutline({ width, path }: PdfLetter): string {
  let x = 0
  let y = 0
  const steps = [...path.matchAll(/([mlqz])([^mlqz]*)/g)].map(([, step, numbers = '']) => {
    if (step === 'z') return 'h'
    const [dx = 0, dy = 0, ...end] = (numbers.match(/-?\d+/g) ?? []).map(Number)
    const [startX, startY] = [x, y]
    x += end[0] ?? dx
    y += end[1] ?? dy
    if (step !== 'q') return `${x} ${y} ${step}`
    const towards = (from: number, to: number) => Math.round(from + ((to - from) * 2) / 3)
    const [viaX, viaY] = [startX + dx, startY + dy]
    return `${towards(startX, viaX)} ${towards(startY, viaY)} ${towards(x, viaX)} ${towards(y, viaY)} ${x} ${y} c`
  })
  return `${width} 0 d0\n${steps.join('\n')}\nf`
}
