import { drawings } from '../ui/court-art/court-svg.ts'
import { drawCourt } from '../ui/court-art/draw-court.ts'
import { grounds } from '../ui/court-art/grounds.ts'
import type { Layer } from '../ui/court-art/layers.ts'
import { fontFamily, ink, type Poster, type PosterWords } from './layout-poster.ts'
import { backdrop, placeArt } from './place-art.ts'
import { qrPath } from './qr-path.ts'
import { readTransforms } from './read-transforms.ts'

/** The width of a story or a status on a phone. */
const pictureWidth = 1080

/** The poster as a picture for phones. */
export async function drawPoster(poster: Poster, words: PosterWords): Promise<Blob> {
  await document.fonts.load(`800 40px ${fontFamily}`)
  const canvas = document.createElement('canvas')
  const scale = pictureWidth / poster.width
  canvas.width = pictureWidth
  canvas.height = Math.round(poster.height * scale)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser gave no canvas to draw on')
  context.scale(scale, scale)
  context.fillStyle = '#fff'
  context.fillRect(0, 0, poster.width, poster.height)
  drawArt(context, poster, words)
  drawCode(context, poster, words.url)
  for (const { text, x, y, size, weight, color } of poster.lines) {
    context.font = `${weight} ${size}px ${fontFamily}`
    context.fillStyle = color
    context.fillText(text, x, y)
  }
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The canvas gave no picture'))), 'image/png'),
  )
}

function drawArt(context: CanvasRenderingContext2D, { art }: Poster, { activity, seed }: PosterWords): void {
  const { outerColor, view, layers } = drawCourt(drawings[activity], seed)
  context.save()
  context.beginPath()
  context.rect(art.x, art.y, art.width, art.height)
  context.clip()
  context.transform(...placeArt(art))
  drawLayer(context, { d: backdrop, fill: outerColor ?? grounds[activity] })
  for (const matrix of readTransforms(view)) context.transform(...matrix)
  for (const layer of layers) drawLayer(context, layer)
  context.restore()
}

function drawLayer(context: CanvasRenderingContext2D, { d, fill, stroke, width = 1, dash, hasRoundCaps, transform = '' }: Layer): void {
  context.save()
  for (const matrix of readTransforms(transform)) context.transform(...matrix)
  const path = new Path2D(d)
  if (fill && fill !== 'none') {
    context.fillStyle = fill
    context.fill(path)
  }
  if (stroke) {
    context.strokeStyle = stroke
    context.lineWidth = width
    context.lineCap = hasRoundCaps ? 'round' : 'butt'
    context.setLineDash(dash ? dash.split(' ').map(Number) : [])
    context.stroke(path)
  }
  context.restore()
}

function drawCode(context: CanvasRenderingContext2D, { code }: Poster, url: string): void {
  const { d, size } = qrPath(url)
  context.save()
  context.translate(code.x, code.y)
  context.scale(code.width / size, code.height / size)
  context.fillStyle = ink
  context.fill(new Path2D(d))
  context.restore()
}
