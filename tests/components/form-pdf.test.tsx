import { decodePDFRawStream, PDFDocument, PDFRawStream } from '@cantoo/pdf-lib'
import { describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { makeSubmissionPdf } from '../../web/forms/submissions/pdf/make-submission-pdf.ts'
import { makeContent } from '../setup/form-examples.ts'
import { aPayment, aSubmission, asOrganizer } from './form-submission-examples.ts'
import { answerWith } from './setup/answers.ts'
import { openApp, someone } from './setup/open-app.tsx'

const readHex = (hex: string) =>
  new TextDecoder('windows-1252').decode(Uint8Array.from(hex.match(/../g) ?? [], (code) => Number.parseInt(code, 16)))

async function readPdf(bytes: Uint8Array) {
  const pdf = await PDFDocument.load(bytes)
  const contents = pdf.context
    .enumerateIndirectObjects()
    .flatMap(([, object]) => (object instanceof PDFRawStream ? [object] : []))
    .map((stream) => ({
      isPicture: stream.dict.toString().includes('/Image'),
      text: new TextDecoder('latin1').decode(decodePDFRawStream(stream).decode()),
    }))
  const drawn = contents.filter(({ isPicture }) => !isPicture).map(({ text }) => text)
  return {
    pages: pdf.getPageCount(),
    title: pdf.getTitle(),
    pictures: contents.filter(({ isPicture }) => isPicture).length,
    lines: drawn.flatMap((text) => [...text.matchAll(/<([0-9A-F]+)> Tj/gi)].map(([, hex = '']) => readHex(hex))),
    paths: drawn.join('\n').match(/^[\d.-]+ [\d.-]+ l$/gm)?.length ?? 0,
  }
}

const sha256 = async (text: string) =>
  [...new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')

describe('The PDF of a submission', () => {
  it('has the answers, the money, the history, and what was signed with its fingerprints', async () => {
    const submission = aSubmission(asOrganizer)
    const { pages, title, lines, paths, pictures } = await readPdf(await makeSubmissionPdf(submission, aPayment()))
    expect([pages, title, pictures]).toEqual([2, 'Ana Ortiz, Summer camp', 0])
    const text = lines.filter((line) => !/^\d \/ \d$/.test(line)).join('\n')
    expect(text).toContain('Shirt size\nLarge\nBorn on\nJuly 1, 2015')
    expect(text).toContain('=cmd()\nLoves goals')
    expect(text).toContain('Child 2\nName\nCy\nCan swim\nNo')
    expect(text).toContain('Total $125.00, paid $95.00')
    expect(text).toContain('$10.00 given back, November 22, 2026')
    expect(text).toContain('Tags or note changed, Person A')
    expect(text).toContain('I know the risk.\nSigned by Jo Park')
    expect(text).toContain('Sent by Person A, person.a@example.com')
    expect(text).toContain(`SHA-256 of the words: ${await sha256('Liability\n\nI know the risk.')}`)
    expect(text).toContain(`SHA-256 of the signature: ${await sha256('{"name":"Jo Park"}')}`)
    expect(text).toContain(`SHA-256 of the signature: ${await sha256(JSON.stringify(submission.answers.f11))}`)
    // The signature is drawn as lines.
    expect(paths).toBeGreaterThanOrEqual(3)
  })

  it('has the waivers that were signed with an earlier form', async () => {
    const { f10: _, ...answers } = aSubmission().answers
    const signed = [{ field: 'f10', forWhom: '', signedAt: Date.UTC(2026, 5, 1, 18), expiresAt: Date.UTC(2027, 5, 1, 18) }]
    const { lines } = await readPdf(await makeSubmissionPdf(aSubmission({ answers, signed }), null))
    const text = lines.join('\n')
    expect(text).toContain('Liability\nI know the risk.\nSigned on June 1, 2026 with an earlier form, valid until June 1, 2027')
    expect(text).toContain(`SHA-256 of the words: ${await sha256('Liability\n\nI know the risk.')}`)
  })

  it('has what was signed before for a child in its row', async () => {
    const fields = [
      { id: 'fn', kind: 'shortText', label: 'Name' },
      { id: 'fw', kind: 'waiver', label: 'Liability', text: 'I know the risk.' },
    ]
    const content = makeContent({ pages: [{ fields: [{ id: 'fk', kind: 'group', label: 'Children', rowLabel: 'Child', fields }] }] })
    const answers = { fk: [{ fn: 'Bo' }, { fn: 'Mia' }] }
    const signed = [{ field: 'fw', forWhom: 'Mia', signedAt: Date.UTC(2026, 5, 1, 18), expiresAt: null }]
    const { lines } = await readPdf(await makeSubmissionPdf(aSubmission({ content, answers, signed }), null))
    const text = lines.join('\n')
    expect(text).toContain('Mia\nLiability\nI know the risk.\nSigned on June 1, 2026 with an earlier form')
    expect(text.match(/Signed on/g)).toHaveLength(1)
  })

  it('has as many pages as a long text needs, and other scripts as pictures', async () => {
    const long = Array.from({ length: 400 }, (_, index) => `Line ${index}`).join('\n')
    const answers = { f1: 'Анна 山田', f4: long }
    const { pages, lines, pictures } = await readPdf(await makeSubmissionPdf(aSubmission({ answers, total: null, label: 'Anna' }), null))
    expect(pages).toBeGreaterThan(8)
    expect(lines).toContain('Line 399')
    expect(lines).toContain(`${pages} / ${pages}`)
    expect(pictures).toBeGreaterThan(0)
  })

  it('is saved by a press', async () => {
    const saved: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download)
    })
    answerWith({
      'GET /api/forms/:id/submissions/:submissionId': aSubmission(asOrganizer),
      'GET /api/forms/:id/submissions/:submissionId/payment': aPayment(),
    })
    await openApp('/form/camp/ana', { viewer: someone })
    await page.getByRole('button', { name: 'PDF', exact: true }).click()
    await expect.poll(() => saved).toEqual(['Ana Ortiz, Summer camp.pdf'])
    vi.restoreAllMocks()
  })
})
