import { LineCapStyle, PDFDocument, type PDFFont, type PDFPage, StandardFonts } from '@cantoo/pdf-lib'
import { drawTextPicture, pdfColor } from '../../../ui/pdf-text.ts'
import { boundsOf, type Strokes, toPath } from '../signature-path.ts'
import type { Block } from './list-blocks.ts'

/** Letter, in points of 1/72 inch. It prints on A4 too. */
const [pageWidth, pageHeight, margin] = [612, 792, 54]
const bottom = margin + 18
const [signatureWidth, signatureHeight] = [200, 70]
/** Text that is drawn as a picture has 288 dots per inch. */
const pixelsPerPoint = 4

const [ink, soft] = ['#14201a', '#5c6660']
const styles = {
  title: { size: 20, isBold: true, color: ink, before: 0 },
  heading: { size: 13, isBold: true, color: ink, before: 14 },
  label: { size: 9, isBold: false, color: soft, before: 8 },
  text: { size: 11, isBold: false, color: ink, before: 1 },
  small: { size: 8, isBold: false, color: soft, before: 2 },
}
type Style = (typeof styles)[keyof typeof styles]
type Fonts = { plain: PDFFont; bold: PDFFont; letters: ReadonlySet<number> }

/** Breaks a text into lines. A word that is longer than a line is broken too. */
export function breakLines(text: string, width: number, measure: (text: string) => number): string[] {
  return text.split(/\r?\n/).flatMap((paragraph) => {
    const lines: string[] = []
    let line = ''
    for (const word of paragraph.split(/(?<=\s)/)) {
      if (line !== '' && measure((line + word).trimEnd()) > width) {
        lines.push(line.trimEnd())
        line = ''
      }
      line += word
      while (measure(line.trimEnd()) > width) {
        let length = line.length - 1
        while (length > 1 && measure(line.slice(0, length)) > width) length -= 1
        lines.push(line.slice(0, length))
        line = line.slice(length)
      }
    }
    return [...lines, line.trimEnd()]
  })
}

/**
 * Draws the blocks on as many pages as they need. Text in western letters is text, which can be searched and copied. Other scripts are
 * drawn as pictures, because the fonts of every PDF reader do not have them.
 */
export async function drawBlocks(
  blocks: readonly Block[],
  { title, author }: { title: string; author: string },
): Promise<Uint8Array<ArrayBuffer>> {
  const pdf = await PDFDocument.create()
  pdf.setTitle(title, { showInWindowTitleBar: true })
  pdf.setAuthor(author)
  pdf.setLanguage('en-US')
  const plain = await pdf.embedFont(StandardFonts.Helvetica)
  const bold = await pdf.embedFont(StandardFonts.HelveticaBold)
  const fonts: Fonts = { plain, bold, letters: new Set(plain.getCharacterSet()) }
  let page = pdf.addPage([pageWidth, pageHeight])
  let y = pageHeight - margin
  const makeRoom = (height: number) => {
    if (y - height >= bottom) return
    page = pdf.addPage([pageWidth, pageHeight])
    y = pageHeight - margin
  }
  for (const [index, block] of blocks.entries()) {
    const x = margin + (block.indent ?? 0)
    if ('strokes' in block) {
      makeRoom(signatureHeight + 8)
      drawStrokes(page, block.strokes, x, y - 6)
      y -= signatureHeight + 8
      continue
    }
    const style = styles[block.style]
    const lineHeight = style.size * 1.35
    const lines = layOut(block.text, style, fonts, pageWidth - margin - x)
    const next = blocks[index + 1]
    // A label is never alone at the end of a page.
    const hold = block.style === 'label' || block.style === 'heading' ? 40 : 0
    y -= style.before
    makeRoom(lineHeight + (next ? hold : 0))
    for (const line of lines.texts) {
      makeRoom(lineHeight)
      y -= lineHeight
      if (line !== '') await lines.draw(pdf, page, line, x, y + lineHeight * 0.27)
    }
  }
  const pages = pdf.getPages()
  for (const [index, each] of pages.entries())
    each.drawText(`${index + 1} / ${pages.length}`, {
      x: pageWidth - margin - 30,
      y: margin - 14,
      size: 8,
      font: plain,
      color: pdfColor(soft),
    })
  return new Uint8Array(await pdf.save())
}

type Lines = { texts: string[]; draw: (pdf: PDFDocument, page: PDFPage, line: string, x: number, y: number) => Promise<void> }

function layOut(text: string, { size, isBold, color }: Style, { plain, bold, letters }: Fonts, width: number): Lines {
  const clean = text.replaceAll('\t', '  ')
  const font = isBold ? bold : plain
  if ([...clean.replaceAll(/\r?\n/g, '')].every((letter) => letters.has(letter.codePointAt(0) ?? 0)))
    return {
      texts: breakLines(clean, width, (line) => font.widthOfTextAtSize(line, size)),
      draw: async (_, page, line, x, y) => page.drawText(line, { x, y, size, font, color: pdfColor(color) }),
    }
  const cssFont = `${isBold ? 700 : 400} ${size * pixelsPerPoint}px sans-serif`
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  if (context) context.font = cssFont
  return {
    texts: breakLines(clean, width, (line) => (context ? context.measureText(line).width / pixelsPerPoint : 0)),
    draw: (pdf, page, line, x, y) => drawTextPicture(pdf, page, line, { x, y, size, cssFont, color, pixelsPerPoint, ascent: 1.1 }),
  }
}

function drawStrokes(page: PDFPage, strokes: Strokes, left: number, top: number): void {
  const box = boundsOf(strokes)
  const scale = Math.min(signatureWidth / Math.max(1, box.width), signatureHeight / Math.max(1, box.height), 0.4)
  page.drawSvgPath(toPath(strokes), {
    x: left - box.x * scale,
    y: top + box.y * scale,
    scale,
    borderColor: pdfColor(ink),
    borderWidth: 1.2 / scale,
    borderLineCap: LineCapStyle.Round,
  })
}
