import { cropCourt } from '../../domain/court-crop.ts'
import type { PictureWords } from '../../domain/pictures/contract.ts'
import { type CourtShapes, courtScale, type PictureParts } from '../../domain/pictures/shapes.ts'
import { type PlatformId, platforms } from '../../domain/platforms.ts'
import { previewSize } from '../../domain/previews.ts'
import { type Canvas, createCanvas, type Matrix, readColor, roundBox } from './canvas.ts'
import { breakText, cutText, measureText, type TextStyle, toWritable, writeText } from './set-text.ts'

/** The colors of the light theme in sRGB (web/styles.css). */
const looks: Record<PlatformId, Look> = {
  gth: toLook({ paper: '#fbfaf6', ink: '#18221b', soft: '#5d665f', court: '#0961bb', ball: '#dbec36' }),
  meh: toLook({ paper: '#fef9f4', ink: '#2c1c23', soft: '#6e5e65', court: '#9f2367', ball: '#ffba38' }),
}
const toneColors = { few: readColor('#9c5906'), bad: readColor('#c22826') }
const [white, line] = [readColor('#ffffff'), readColor('#e4e3dd')]

type Look = ReturnType<typeof toLook>
function toLook(colors: Record<'paper' | 'ink' | 'soft' | 'court' | 'ball', string>) {
  const { paper, ink, soft, court, ball } = colors
  return { paper: readColor(paper), ink: readColor(ink), soft: readColor(soft), court: readColor(court), ball: readColor(ball) }
}

/** The card with the words: its distance to the edges of the picture and of the words to its own edge. */
const [margin, padding, cardRadius] = [44, 44, 32]
const innerWidth = previewSize.width - 2 * (margin + padding)
/** The width of the drawing of a court, which is shown over the whole picture. */
const [courtWidth, courtHeight] = [300, 160]

type Drawn = { words: PictureWords; seed: string; platform: PlatformId; court: CourtShapes; parts: PictureParts }

export function drawPicture({ words, seed, platform, court, parts }: Drawn): Canvas {
  const look = looks[platform]
  const { width, height } = previewSize
  const { ground = court.ground, outer = court.outerColor } = words.colors ?? {}
  const canvas = createCanvas(width, height, readColor(court.outerColor === court.ground ? ground : outer))
  const view = viewOf(court, seed)
  for (const { color, rings } of court.shapes) canvas.fill(rings, readColor(color === court.ground ? ground : color), view)

  const title = setTitle(parts, words)
  const rows = [
    ...(words.lead ? [84] : []),
    ...(words.lead || !words.detail ? [] : [44]),
    ...(words.seats || words.note || words.price ? [66] : []),
  ]
  const cardHeight = 2 * padding + 42 + title.lines.length * title.lineHeight + 12 + rows.reduce((sum, row) => sum + row, 0)
  const top = height - margin - cardHeight
  canvas.fill([roundBox(margin, top, width - 2 * margin, cardHeight, cardRadius)], look.paper)

  const left = margin + padding
  let y = top + padding
  const kicker = { size: 28, weight: 'bold', color: look.court } as const
  writeText(canvas, parts, cutText(parts, toWritable(parts, words.kicker), kicker, innerWidth), [left, y + 22], kicker)
  y += 42
  for (const text of title.lines) {
    writeText(canvas, parts, text, [left, y + title.lineHeight * 0.76], { ...title.style, color: look.ink })
    y += title.lineHeight
  }
  y += 12
  if (words.lead) y = drawWhen(canvas, parts, look, words, y)
  else if (words.detail) {
    const style = { size: 32, weight: 'medium', color: look.soft } as const
    writeText(canvas, parts, cutText(parts, toWritable(parts, words.detail), style, innerWidth), [left, y + 30], style)
    y += 44
  }
  drawFoot(canvas, parts, look, words, y)
  drawBrand(canvas, parts, look, platform)
  return canvas
}

/** The middle of the crop is a little below the middle of what the card leaves free. */
const courtMiddle = 190

/** The same crop as on the page, over the whole picture. */
function viewOf(court: CourtShapes, seed: string): Matrix {
  const crop = cropCourt(court, seed)
  const zoom = Math.max(previewSize.width / courtWidth, previewSize.height / courtHeight) * crop.scale
  const [cos, sin] = [Math.cos((crop.angle * Math.PI) / 180) * zoom, Math.sin((crop.angle * Math.PI) / 180) * zoom]
  const [x, y] = [previewSize.width / 2 - (cos * crop.x - sin * crop.y), courtMiddle - (sin * crop.x + cos * crop.y)]
  return [cos / courtScale, sin / courtScale, -sin / courtScale, cos / courtScale, x, y]
}

/** A short title is large. A longer one has two smaller lines, and what does not fit is cut. */
function setTitle(parts: PictureParts, { title, plainTitle }: PictureWords) {
  const text = toWritable(parts, title) || plainTitle
  const large = { size: 68, weight: 'bold', spacing: -0.02 } as const
  if (measureText(parts, text, { ...large, color: white }) <= innerWidth) return { style: large, lineHeight: 84, lines: [text] }
  const small = { ...large, size: 56 }
  return { style: small, lineHeight: 66, lines: breakText(parts, text, { ...small, color: white }, { width: innerWidth, maxLines: 2 }) }
}

/** The date as a leaf of a calendar, the time beside it, and the place below. */
function drawWhen(canvas: Canvas, parts: PictureParts, look: Look, { date, lead, detail }: PictureWords, y: number): number {
  const left = margin + padding
  const [size, border] = [80, 2]
  canvas.fill([roundBox(left, y, size, size, 16)], line)
  canvas.fill([roundBox(left + border, y + border, size - 2 * border, size - 2 * border, 16 - border)], white)
  const center = (text: string, baseline: number, style: TextStyle) =>
    writeText(canvas, parts, text, [left + (size - measureText(parts, text, style)) / 2, baseline], style)
  center(date?.month.toUpperCase() ?? '', y + 30, { size: 20, weight: 'bold', color: toneColors.bad, spacing: 0.04 })
  center(date?.day ?? '', y + 66, { size: 36, weight: 'bold', color: look.ink })
  const [textLeft, width] = [left + size + 24, innerWidth - size - 24]
  const [strong, normal] = [
    { size: 31, weight: 'bold', color: look.ink },
    { size: 31, weight: 'medium', color: look.soft },
  ] as const
  const end = writeText(canvas, parts, lead?.[0] ?? '', [textLeft, y + 30], strong)
  writeText(canvas, parts, cutText(parts, `  ${lead?.[1] ?? ''}`, normal, textLeft + width - end), [end, y + 30], normal)
  writeText(canvas, parts, cutText(parts, toWritable(parts, detail), normal, width), [textLeft, y + 70], normal)
  return y + 84
}

/** More dots than this are not counted by anybody. */
const maxDots = 24
const [dotSize, dotGap, dotsGap, priceGap] = [20, 9, 14, 24]
const [noteLook, priceLook] = [
  { size: 31, weight: 'bold' },
  { size: 34, weight: 'bold' },
] as const

/** What fits beside each other: the dots only with all words, and of the words whatever leaves the price its place. */
export function fitFoot(parts: PictureParts, { seats, note, price = '' }: Pick<PictureWords, 'seats' | 'note' | 'price'>) {
  const [noteStyle, priceStyle] = [noteLook, priceLook].map((style) => ({ ...style, color: white })) as [TextStyle, TextStyle]
  const priceLeft = innerWidth - measureText(parts, price, priceStyle)
  const end = price === '' ? innerWidth : priceLeft - priceGap
  const count = seats ? seats.taken + seats.open : 0
  const dotsWidth = count * (dotSize + dotGap) + dotsGap
  const hasDots = count > 0 && count <= maxDots && dotsWidth + measureText(parts, note?.text ?? '', noteStyle) <= end
  const noteLeft = hasDots ? dotsWidth : 0
  return { hasDots, noteLeft, noteText: cutText(parts, note?.text ?? '', noteStyle, end - noteLeft), priceLeft }
}

/** The seats as dots, how many are left, and on the right the price. */
function drawFoot(canvas: Canvas, parts: PictureParts, look: Look, words: PictureWords, top: number): void {
  const { seats, note, price } = words
  const { hasDots, noteLeft, noteText, priceLeft } = fitFoot(parts, words)
  const baseline = top + 56
  const left = margin + padding
  if (seats && hasDots) {
    for (let i = 0; i < seats.taken + seats.open; i++) {
      const isTaken = i < seats.taken
      const [x, y] = [left + i * (dotSize + dotGap), baseline - 11 - dotSize / 2]
      canvas.fill([roundBox(x, y, dotSize, dotSize, dotSize / 2)], look.court)
      // The first open seat is the color of the ball: it is for the reader.
      const inside = i === seats.taken ? look.ball : look.paper
      if (!isTaken) canvas.fill([roundBox(x + 2.5, y + 2.5, dotSize - 5, dotSize - 5, dotSize / 2 - 2.5)], inside)
    }
  }
  if (note) {
    const color = note.tone === 'good' ? look.court : note.tone === 'plain' ? look.soft : toneColors[note.tone]
    writeText(canvas, parts, noteText, [left + noteLeft, baseline], { ...noteLook, color })
  }
  if (price) writeText(canvas, parts, price, [left + priceLeft, baseline], { ...priceLook, color: look.ink })
}

/** The face of Beans and the name of the platform, in the corner. */
function drawBrand(canvas: Canvas, parts: PictureParts, look: Look, platform: PlatformId): void {
  const style = { size: 28, weight: 'bold', color: look.ink, spacing: -0.01 } as const
  const { name } = platforms[platform]
  const [size, height] = [44, 60]
  const width = 14 + size + 10 + measureText(parts, name, style) + 22
  canvas.fill([roundBox(margin, margin, width, height, height / 2)], look.paper)
  const scale = size / 64 / courtScale
  for (const { color, rings } of parts.beans)
    canvas.fill(rings, readColor(color), [scale, 0, 0, scale, margin + 14, margin + (height - size) / 2])
  writeText(canvas, parts, name, [margin + 14 + size + 10, margin + 40], style)
}
