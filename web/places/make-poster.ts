import {
  clip,
  closePath,
  concatTransformationMatrix,
  endPath,
  LineCapStyle,
  lineTo,
  moveTo,
  PDFDocument,
  type PDFPage,
  popGraphicsState,
  pushGraphicsState,
  rgb,
} from '@cantoo/pdf-lib'
import type { ActivityId } from '../../domain/activities.ts'
import { drawings } from '../ui/court-art/court-svg.ts'
import { drawCourt } from '../ui/court-art/draw-court.ts'
import { grounds } from '../ui/court-art/grounds.ts'
import { type Layer, roundBox } from '../ui/court-art/layers.ts'
import { codePath } from './code-path.ts'
import { family, ink, type Line, type Poster } from './layout-poster.ts'

type Matrix = readonly [number, number, number, number, number, number]
type Subject = { title: string; author: string; url: string; activity: ActivityId; seed: string }

/** Dots an inch of the words: as fine as a good printer. */
const finest = 360 / 72
const artWide = 300
const artHigh = 160

/** The poster as a file: lines and code drawn as lines, words as pictures, so that every script prints in our own letters. */
export async function makePoster(poster: Poster, subject: Subject): Promise<Uint8Array<ArrayBuffer>> {
  const pdf = await PDFDocument.create()
  pdf.setTitle(subject.title, { showInWindowTitleBar: true })
  pdf.setAuthor(subject.author)
  pdf.setSubject(subject.url)
  pdf.setLanguage('en-US')
  const page = pdf.addPage([poster.width, poster.height])
  // From here on it is drawn as on a screen: down and to the right.
  page.pushOperators(pushGraphicsState(), concatTransformationMatrix(1, 0, 0, -1, 0, poster.height))
  drawArt(page, poster, subject)
  drawCode(page, poster, subject.url)
  page.pushOperators(popGraphicsState())
  await document.fonts.load(`800 40px ${family}`)
  for (const line of poster.lines) await drawLine(pdf, page, poster, line)
  return new Uint8Array(await pdf.save())
}

const colorOf = (hex: string) => {
  const part = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16) / 255
  return rgb(part(1), part(3), part(5))
}

/** The library draws paths upward from where they begin; on a page that is turned over they are turned back first. */
function drawPath(page: PDFPage, { d, fill, stroke, width, dash, round, move }: Layer): void {
  page.pushOperators(pushGraphicsState())
  for (const matrix of readTransforms(move ?? '')) page.pushOperators(concatTransformationMatrix(...matrix))
  page.pushOperators(concatTransformationMatrix(1, 0, 0, -1, 0, 0))
  page.drawSvgPath(d, {
    x: 0,
    y: 0,
    ...(fill && fill !== 'none' ? { color: colorOf(fill) } : {}),
    ...(stroke ? { borderColor: colorOf(stroke), borderWidth: width ?? 1 } : {}),
    ...(stroke && dash ? { borderDashArray: dash.split(' ').map(Number) } : {}),
    ...(stroke && round ? { borderLineCap: LineCapStyle.Round } : {}),
  })
  page.pushOperators(popGraphicsState())
}

function drawArt(page: PDFPage, { art }: Poster, { activity, seed }: Subject): void {
  const { around, view, layers } = drawCourt(drawings[activity], seed)
  const scale = Math.max(art.width / artWide, art.height / artHigh)
  page.pushOperators(
    pushGraphicsState(),
    moveTo(art.x, art.y),
    lineTo(art.x + art.width, art.y),
    lineTo(art.x + art.width, art.y + art.height),
    lineTo(art.x, art.y + art.height),
    closePath(),
    clip(),
    endPath(),
    concatTransformationMatrix(scale, 0, 0, scale, art.x + (art.width - artWide * scale) / 2, art.y + (art.height - artHigh * scale) / 2),
  )
  drawPath(page, { d: roundBox(-900, -900, 2100, 2100, 0), fill: around ?? grounds[activity] })
  for (const matrix of readTransforms(view)) page.pushOperators(concatTransformationMatrix(...matrix))
  for (const layer of layers) drawPath(page, layer)
  page.pushOperators(popGraphicsState())
}

function drawCode(page: PDFPage, { code }: Poster, url: string): void {
  const { d, size } = codePath(url)
  const scale = code.width / size
  page.pushOperators(pushGraphicsState(), concatTransformationMatrix(scale, 0, 0, scale, code.x, code.y))
  drawPath(page, { d, fill: ink })
  page.pushOperators(popGraphicsState())
}

async function drawLine(pdf: PDFDocument, page: PDFPage, poster: Poster, { text, x, y, size, weight, color }: Line): Promise<void> {
  const canvas = document.createElement('canvas')
  const pencil = canvas.getContext('2d')
  if (!pencil || text.trim() === '') return
  const font = `${weight} ${size * finest}px ${family}`
  pencil.font = font
  const wide = Math.ceil(pencil.measureText(text).width) + size
  const [above, below] = [size * finest * 1.05, size * finest * 0.4]
  canvas.width = wide
  canvas.height = Math.ceil(above + below)
  // A new size forgets the font.
  pencil.font = font
  pencil.fillStyle = color
  pencil.fillText(text, 0, above)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) return
  const picture = await pdf.embedPng(await blob.arrayBuffer())
  page.drawImage(picture, {
    x,
    y: poster.height - y - (canvas.height - above) / finest,
    width: canvas.width / finest,
    height: canvas.height / finest,
  })
}

/** `translate(…) rotate(…) scale(…)` as an SVG has them, one matrix each. */
function readTransforms(text: string): Matrix[] {
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
