/** The characters of Windows-1252 that are not in Latin-1, at their codes from 0x80 on. An empty place has no character. */
const windowsCharacters = [...'€\0‚ƒ„…†‡ˆ‰Š‹Œ\0Ž\0\0‘’“”•–—˜™š›œ\0žŸ']

/** Letters that are not a plain letter with a mark. */
const plainLetters: Readonly<Record<string, string>> = {
  Ł: 'L',
  ł: 'l',
  Đ: 'D',
  đ: 'd',
  ı: 'i',
  Ħ: 'H',
  ħ: 'h',
  Ŧ: 'T',
  ŧ: 't',
  '₹': 'INR ',
}

function codeOf(character: string): number | null {
  const code = character.codePointAt(0) ?? 0
  if ((code >= 0x20 && code <= 0x7e) || (code >= 0xa0 && code <= 0xff)) return code
  const index = character === '\0' ? -1 : windowsCharacters.indexOf(character)
  return index < 0 ? null : 0x80 + index
}

/**
 * The fonts that every reader of PDF has know only western letters. Of other letters the plain one is shown ("L" for "Ł"), and a
 * question mark for what has none.
 */
function encode(text: string): number[] {
  return [...text.normalize('NFC')].flatMap((character) => {
    if (/\s/u.test(character)) return [0x20]
    const code = codeOf(character)
    if (code !== null) return [code]
    const plain = plainLetters[character] ?? character.normalize('NFD').replace(/\p{M}/gu, '')
    return [...plain].map((letter) => codeOf(letter) ?? 0x3f)
  })
}

const toHex = (codes: readonly number[]) => codes.map((code) => code.toString(16).padStart(2, '0')).join('')

/** `x` and `y` are in points, a seventy-second of an inch, from the bottom left of the page. */
export type PdfText = { x: number; y: number; size: number; isBold: boolean; text: string }

export const letterPage = { width: 612, height: 792 }

/**
 * Writes a PDF with one page of text. The packages that write PDF are larger than a quarter of our Worker, and this needs only text
 * in a font that every reader has.
 */
export function writePdf(title: string, texts: readonly PdfText[]): Uint8Array<ArrayBuffer> {
  const drawn = texts.map(
    ({ x, y, size, isBold, text }) => `/${isBold ? 'B' : 'R'} ${size} Tf 1 0 0 1 ${x} ${y} Tm <${toHex(encode(text))}> Tj`,
  )
  const content = `BT\n${drawn.join('\n')}\nET`
  const font = (name: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /Lang (en-US) >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${letterPage.width} ${letterPage.height}] /Contents 4 0 R /Resources << /Font << /R 5 0 R /B 6 0 R >> >> >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    font('Helvetica'),
    font('Helvetica-Bold'),
    `<< /Title <${toHex(encode(title))}> >>`,
  ]
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const start = file.length
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 7 0 R >>\nstartxref\n${start}\n%%EOF\n`
  // All text is written as hexadecimal, so each character is one byte.
  return Uint8Array.from(file, (character) => character.charCodeAt(0))
}
