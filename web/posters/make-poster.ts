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
} from '@cantoo/pdf-lib'
import { drawings } from '../ui/court-art/court-svg.ts'
import { drawCourt } from '../ui/court-art/draw-court.ts'
import { grounds } from '../ui/court-art/grounds.ts'
import type { Layer } from '../ui/court-art/layers.ts'
import { drawTextPicture, pdfColor } from '../ui/pdf-text.ts'
import { fontFamily, ink, type Line, type Poster, type PosterWords } from './layout-poster.ts'
import { backdrop, placeArt } from './place-art.ts'
import { qrPath } from './qr-path.ts'
import { readTransforms } from './read-transforms.ts'

/** Text is drawn as an image with 360 dots per inch, as sharp as a good printer. A point is 1/72 inch. */
const pixelsPerPoint = 360 / 72

/** The poster as a PDF. The court and the QR code are vector paths. Text is drawn as images, so that every script prints in our font. */
export async function makePoster(poster: Poster, subject: PosterWords): Promise<Uint8Array<ArrayBuffer>> {
  const pdf = await PDFDocument.create()
  pdf.setTitle(subject.title, { showInWindowTitleBar: true })
  pdf.setAuthor(subject.author)
  pdf.setSubject(subject.url)
  pdf.setLanguage('en-US')
  const page = pdf.addPage([poster.width, poster.height])
  // PDF coordinates start at the bottom left. We flip them, so that y grows downward as on a screen.
  page.pushOperators(pushGraphicsState(), concatTransformationMatrix(1, 0, 0, -1, 0, poster.height))
  drawArt(page, poster, subject)
  drawCode(page, poster, subject.url)
  page.pushOperators(popGraphicsState())
  await document.fonts.load(`800 40px ${fontFamily}`)
  for (const line of poster.lines) await drawLine(pdf, page, poster, line)
  return new Uint8Array(await pdf.save())
}

/** The library draws SVG paths upward, so we flip the coordinates back for each path. */
function drawPath(page: PDFPage, { d, fill, stroke, width, dash, hasRoundCaps, transform }: Layer): void {
  page.pushOperators(pushGraphicsState())
  for (const matrix of readTransforms(transform ?? '')) page.pushOperators(concatTransformationMatrix(...matrix))
  page.pushOperators(concatTransformationMatrix(1, 0, 0, -1, 0, 0))
  page.drawSvgPath(d, {
    x: 0,
    y: 0,
    ...(fill && fill !== 'none' ? { color: pdfColor(fill) } : {}),
    ...(stroke ? { borderColor: pdfColor(stroke), borderWidth: width ?? 1 } : {}),
    ...(stroke && dash ? { borderDashArray: dash.split(' ').map(Number) } : {}),
    ...(stroke && hasRoundCaps ? { borderLineCap: LineCapStyle.Round } : {}),
  })
  page.pushOperators(popGraphicsState())
}

function drawArt(page: PDFPage, { art }: Poster, { activity, seed }: PosterWords): void {
  const { outerColor, view, layers } = drawCourt(drawings[activity], seed)
  page.pushOperators(
    pushGraphicsState(),
    moveTo(art.x, art.y),
    lineTo(art.x + art.width, art.y),
    lineTo(art.x + art.width, art.y + art.height),
    lineTo(art.x, art.y + art.height),
    closePath(),
    clip(),
    endPath(),
    concatTransformationMatrix(...placeArt(art)),
  )
  drawPath(page, { d: backdrop, fill: outerColor ?? grounds[activity] })
  for (const matrix of readTransforms(view)) page.pushOperators(concatTransformationMatrix(...matrix))
  for (const layer of layers) drawPath(page, layer)
  page.pushOperators(popGraphicsState())
}

function drawCode(page: PDFPage, { code }: Poster, url: string): void {
  const { d, size } = qrPath(url)
  const scale = code.width / size
  page.pushOperators(pushGraphicsState(), concatTransformationMatrix(scale, 0, 0, scale, code.x, code.y))
  drawPath(page, { d, fill: ink })
  page.pushOperators(popGraphicsState())
}

async function drawLine(pdf: PDFDocument, page: PDFPage, poster: Poster, { text, x, y, size, weight, color }: Line): Promise<void> {
  if (text.trim() === '') return
  const cssFont = `${weight} ${size * pixelsPerPoint}px ${fontFamily}`
  await drawTextPicture(pdf, page, text, { x, y: poster.height - y, size, cssFont, color, pixelsPerPoint, ascent: 1.05 })
}
