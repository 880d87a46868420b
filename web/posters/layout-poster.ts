import type { ActivityId } from '../../domain/activities.ts'

export const papers = {
  letter: { label: 'Letter', width: 612, height: 792 },
  a4: { label: 'A4', width: 595.28, height: 841.89 },
  /** As high as a phone, for a status or a story. It is a picture, because phones show no PDF there. */
  phone: { label: 'Phone', width: 612, height: 1088 },
} as const
export type Paper = keyof typeof papers
export const isPaper = (text: string | null): text is Paper => text !== null && Object.hasOwn(papers, text)

/** The common paper size in the viewer's country. */
export const getDefaultPaper = (): Paper => (/-(US|CA|MX|PH|CL|CO)$/i.test(navigator.language) ? 'letter' : 'a4')

/** What a poster is about, and what it says. */
export type PosterWords = {
  title: string
  /** One or two lines below the title, and one or two lighter ones below them. */
  facts: string
  details: string
  /** What happens when somebody scans the code, and what they can do then. */
  call: string
  hint: string
  url: string
  author: string
  activity: ActivityId
  seed: string
}

export const ink = '#14201a'
const softInk = '#56635c'
export const fontFamily = "'Figtree', 'Figtree fallback', sans-serif"

type Box = { x: number; y: number; width: number; height: number }
/** `y` is the baseline of the text. */
export type Line = { text: string; x: number; y: number; size: number; weight: number; color: string }
export type Poster = { width: number; height: number; art: Box; code: Box; lines: Line[] }

/** Home printers cannot print on the outer half inch of each side. */
const margin = 36
const gap = 30

export type Measure = (text: string, size: number, weight: number) => number

/** Wraps text into as few lines as possible. A word that is longer than a line is broken. */
function wrap(text: string, size: number, weight: number, width: number, measure: Measure): string[] {
  const fits = (words: string) => measure(words, size, weight) <= width
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (fits(longer)) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    line = ''
    for (const { segment } of new Intl.Segmenter().segment(word)) {
      if (line !== '' && !fits(line + segment)) {
        lines.push(line)
        line = ''
      }
      line += segment
    }
  }
  return line === '' ? lines : [...lines, line]
}

/** The largest font size at which the name fits into two lines. At the smallest size, the name may take three lines. */
function fitName(name: string, width: number, measure: Measure): { size: number; rows: string[] } {
  for (const size of [60, 54, 48, 42, 36]) {
    const rows = wrap(name, size, 800, width, measure)
    if (rows.length <= 2) return { size, rows }
  }
  const rows = wrap(name, 30, 800, width, measure)
  return { size: 30, rows: rows.length <= 3 ? rows : [...rows.slice(0, 2), `${rows[2] ?? ''}…`] }
}

/** The layout of the poster, in points from the upper left corner. The preview, the PDF and the picture all use it. */
export function layoutPoster(paper: Paper, words: PosterWords, measure: Measure): Poster {
  const { width, height } = papers[paper]
  const innerWidth = width - 2 * margin
  const { size, rows } = fitName(words.title, innerWidth, measure)
  const facts = wrap(words.facts, 20, 600, innerWidth, measure).slice(0, 2)
  const details = wrap(words.details, 15, 450, innerWidth, measure).slice(0, 2)
  const codeSize = 168
  const codeTop = height - margin - codeSize
  const rowHeight = size * 1.04
  const textHeight = rows.length * rowHeight + 14 + facts.length * 26 + 4 + details.length * 21
  const textTop = codeTop - gap - textHeight
  const lines: Line[] = []
  const addLine = (text: string, x: number, y: number, fontSize: number, weight: number, color: string) =>
    void lines.push({ text, x, y, size: fontSize, weight, color })
  for (const [index, text] of rows.entries()) addLine(text, margin, textTop + index * rowHeight + size * 0.78, size, 800, ink)
  const factsTop = textTop + rows.length * rowHeight + 14
  for (const [index, text] of facts.entries()) addLine(text, margin, factsTop + index * 26 + 16, 20, 600, ink)
  const detailsTop = factsTop + facts.length * 26 + 4
  for (const [index, text] of details.entries()) addLine(text, margin, detailsTop + index * 21 + 13, 15, 450, softInk)
  const textLeft = margin + codeSize + 26
  const textWidth = width - margin - textLeft
  const scanLines = wrap(words.call, 27, 700, textWidth, measure)
  for (const [index, text] of scanLines.entries()) addLine(text, textLeft, codeTop + 26 + index * 32, 27, 700, ink)
  const hintLines = wrap(words.hint, 15, 450, textWidth, measure)
  for (const [index, text] of hintLines.entries())
    addLine(text, textLeft, codeTop + 26 + scanLines.length * 32 + 4 + index * 21, 15, 450, softInk)
  addLine(words.author, textLeft, height - margin - 20, 19, 800, ink)
  addLine(
    wrap(words.url.replace(/^https?:\/\//, ''), 10.5, 450, textWidth, measure)[0] ?? '',
    textLeft,
    height - margin - 3,
    10.5,
    450,
    softInk,
  )
  return {
    width,
    height,
    art: { x: margin, y: margin, width: innerWidth, height: textTop - gap - margin },
    code: { x: margin, y: codeTop, width: codeSize, height: codeSize },
    lines,
  }
}

/** Measures text in the font of the poster. */
export function makeMeasure(): Measure {
  const context = document.createElement('canvas').getContext('2d')
  return (text, size, weight) => {
    if (!context) return text.length * size * 0.55
    context.font = `${weight} ${size}px ${fontFamily}`
    return context.measureText(text).width
  }
}
