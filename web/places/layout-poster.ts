import type { PlaceDetail } from '../../domain/places/contract.ts'
import { cityWords } from '../../domain/places/rules.ts'
import { activityWords, factWords } from './place-words.ts'

export const papers = {
  letter: { label: 'Letter', width: 612, height: 792 },
  a4: { label: 'A4', width: 595.28, height: 841.89 },
} as const
export type Paper = keyof typeof papers

export const ink = '#14201a'
const quiet = '#56635c'
export const family = "'Figtree', 'Figtree fallback', sans-serif"

type Box = { x: number; y: number; width: number; height: number }
/** `y` is where the letters stand. */
export type Line = { text: string; x: number; y: number; size: number; weight: number; color: string }
export type Poster = { width: number; height: number; art: Box; code: Box; lines: Line[] }

/** Home printers leave half an inch of each side white. */
const margin = 36
const gap = 30

export type Measure = (text: string, size: number, weight: number) => number

/** Words in as few lines as they fit into; a word that is too long by itself is broken where the paper ends. */
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

/** The largest that leaves a name in two lines, else in three. */
function fitName(name: string, width: number, measure: Measure): { size: number; rows: string[] } {
  for (const size of [60, 54, 48, 42, 36]) {
    const rows = wrap(name, size, 800, width, measure)
    if (rows.length <= 2) return { size, rows }
  }
  const rows = wrap(name, 30, 800, width, measure)
  return { size: 30, rows: rows.length <= 3 ? rows : [...rows.slice(0, 2), `${rows[2] ?? ''}…`] }
}

/** Where everything stands on the paper, in points from its upper left corner: the same for the screen and for the printer. */
export function layoutPoster(paper: Paper, place: PlaceDetail, platform: string, url: string, measure: Measure): Poster {
  const { width, height } = papers[paper]
  const inner = width - 2 * margin
  const { size, rows } = fitName(place.name, inner, measure)
  const facts = wrap([...place.activities.map(activityWords).slice(0, 4)].join(' · '), 20, 600, inner, measure).slice(0, 2)
  const details = wrap(
    [cityWords(place), ...factWords(place), place.fee || 'Free'].filter(Boolean).join(' · '),
    15,
    450,
    inner,
    measure,
  ).slice(0, 2)
  const codeSize = 168
  const codeTop = height - margin - codeSize
  const rowHigh = size * 1.04
  const wordsHigh = rows.length * rowHigh + 14 + facts.length * 26 + 4 + details.length * 21
  const wordsTop = codeTop - gap - wordsHigh
  const lines: Line[] = []
  const write = (text: string, x: number, y: number, at: number, weight: number, color: string) =>
    void lines.push({ text, x, y, size: at, weight, color })
  for (const [index, text] of rows.entries()) write(text, margin, wordsTop + index * rowHigh + size * 0.78, size, 800, ink)
  const factsTop = wordsTop + rows.length * rowHigh + 14
  for (const [index, text] of facts.entries()) write(text, margin, factsTop + index * 26 + 16, 20, 600, ink)
  const detailsTop = factsTop + facts.length * 26 + 4
  for (const [index, text] of details.entries()) write(text, margin, detailsTop + index * 21 + 13, 15, 450, quiet)
  const beside = margin + codeSize + 26
  const besideWide = width - margin - beside
  const calls = wrap('Scan to see who is here and when we play.', 27, 700, besideWide, measure)
  for (const [index, text] of calls.entries()) write(text, beside, codeTop + 26 + index * 32, 27, 700, ink)
  const hints = wrap('Check in, call for players, host a game.', 15, 450, besideWide, measure)
  for (const [index, text] of hints.entries()) write(text, beside, codeTop + 26 + calls.length * 32 + 4 + index * 21, 15, 450, quiet)
  write(platform, beside, height - margin - 20, 19, 800, ink)
  write(wrap(url.replace(/^https?:\/\//, ''), 10.5, 450, besideWide, measure)[0] ?? '', beside, height - margin - 3, 10.5, 450, quiet)
  return {
    width,
    height,
    art: { x: margin, y: margin, width: inner, height: wordsTop - gap - margin },
    code: { x: margin, y: codeTop, width: codeSize, height: codeSize },
    lines,
  }
}

/** Measures with the very letters that are drawn. */
export function makeMeasure(): Measure {
  const pencil = document.createElement('canvas').getContext('2d')
  return (text, size, weight) => {
    if (!pencil) return text.length * size * 0.55
    pencil.font = `${weight} ${size}px ${family}`
    return pencil.measureText(text).width
  }
}
