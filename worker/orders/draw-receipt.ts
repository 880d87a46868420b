import type { ReceiptLine } from '../../domain/orders/receipt.ts'
import { letterPage, type PdfText, writePdf } from '../platform/write-pdf.ts'

const margin = 56
const valuesAt = 190
const lineHeight = 17
/** The letters of a name have different widths. This many of the widest usual ones fit. */
const maxLetters = 58

export type DrawnReceipt = { number: string; lines: readonly ReceiptLine[] }

/** A receipt as PDF. */
export function drawReceipt({ number, lines }: DrawnReceipt, productName: string): Uint8Array<ArrayBuffer> {
  let y = letterPage.height - 84
  const texts: PdfText[] = [{ x: margin, y, size: 22, isBold: true, text: 'Receipt' }]
  y -= 22
  texts.push({ x: margin, y, size: 11, isBold: false, text: productName })
  y -= 40
  for (const { label, value } of lines) {
    const isBold = label === 'Total'
    texts.push({ x: margin, y, size: 11, isBold, text: label })
    for (const text of wrap(value)) {
      texts.push({ x: valuesAt, y, size: 11, isBold, text })
      y -= lineHeight
    }
    y -= 6
  }
  return writePdf(`Receipt ${number}`, texts)
}

/** Breaks a text at its spaces, and a word that is too long anywhere. */
function wrap(text: string): string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/).flatMap((part) => part.match(new RegExp(`.{1,${maxLetters}}`, 'gu')) ?? [])) {
    const longer = `${lines.at(-1)} ${word}`
    if (lines.length > 0 && longer.length <= maxLetters) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

export const receiptFileName = ({ number }: Pick<DrawnReceipt, 'number'>) => `receipt-${number}.pdf`
