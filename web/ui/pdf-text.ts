import { type PDFDocument, type PDFPage, rgb } from '@cantoo/pdf-lib'

/** A color of the PDF library from "#14201a". */
export const pdfColor = (hex: string) => {
  const part = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16) / 255
  return rgb(part(1), part(3), part(5))
}

type TextPicture = {
  /** Where the baseline begins, in points from the bottom left. */
  x: number
  y: number
  /** In points. */
  size: number
  /** The font as in CSS, for letters of `size * pixelsPerPoint` pixels. */
  cssFont: string
  color: string
  pixelsPerPoint: number
  /** The height above the baseline, as a part of the size. */
  ascent: number
}

const descentPart = 0.4

/** Draws a line of text as a picture, for letters that the fonts of a PDF do not have. */
export async function drawTextPicture(pdf: PDFDocument, page: PDFPage, text: string, picture: TextPicture): Promise<void> {
  const { x, y, size, cssFont, color, pixelsPerPoint, ascent } = picture
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  if (!context) return
  const baseline = size * pixelsPerPoint * ascent
  context.font = cssFont
  canvas.width = Math.ceil(context.measureText(text).width) + size
  canvas.height = Math.ceil(baseline + size * pixelsPerPoint * descentPart)
  // Setting the size of a canvas resets its font.
  context.font = cssFont
  context.fillStyle = color
  context.fillText(text, 0, baseline)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) return
  page.drawImage(await pdf.embedPng(await blob.arrayBuffer()), {
    x,
    y: y - (canvas.height - baseline) / pixelsPerPoint,
    width: canvas.width / pixelsPerPoint,
    height: canvas.height / pixelsPerPoint,
  })
}
