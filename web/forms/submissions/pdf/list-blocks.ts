import * as v from 'valibot'
import type { StoredAnswers } from '../../../../domain/forms/decide.ts'
import type { Field, InnerField } from '../../../../domain/forms/fields.ts'
import { indexContent } from '../../../../domain/forms/index-content.ts'
import type { SubmissionPayment } from '../../../../domain/forms/payment-contract.ts'
import { quoteStored } from '../../../../domain/forms/quote-answers.ts'
import { nameInRow, signedKey } from '../../../../domain/forms/signed-before.ts'
import type { SignedBefore, Submission } from '../../../../domain/forms/submission-contract.ts'
import { eventNames, nameState } from '../../../../domain/forms/submission-texts.ts'
import { listUsedSignings } from '../../../../domain/forms/used-signings.ts'
import { writeAnswer } from '../../../../domain/forms/write-answer.ts'
import { formatExactMoney } from '../../../../domain/money.ts'
import { writeTime } from '../../../../domain/time/write-time.ts'
import { nameOf } from '../list-columns.ts'
import type { Strokes } from '../signature-path.ts'
import { hashWords } from './hash-words.ts'

type TextStyle = 'title' | 'heading' | 'label' | 'text' | 'small'
/** What is drawn below the one before. */
export type Block = { text: string; style: TextStyle; indent?: number } | { strokes: Strokes; indent?: number }

const Rows = v.array(v.record(v.string(), v.unknown()))
const Drawn = v.object({ strokes: v.pipe(v.array(v.array(v.number())), v.minLength(1)) })
const Typed = v.object({ name: v.string() })

const writeMoment = (at: number, timeZone: string | undefined) => writeTime(at, timeZone, { dateStyle: 'long', timeStyle: 'long' }, 'en-US')
const writeDay = (at: number, timeZone: string | undefined) => writeTime(at, timeZone, { dateStyle: 'long' }, 'en-US')

type PdfContent = {
  submission: Submission
  /** Null if it costs nothing. */
  payment: SubmissionPayment | null
  /** Names of the cities, places and people that were chosen, by id. */
  names: ReadonlyMap<string, string>
  timeZone?: string | undefined
}

/** Everything that the PDF of a submission says, from top to bottom. */
export async function listBlocks({ submission, payment, names, timeZone }: PdfContent): Promise<Block[]> {
  const { form, state, missing, sentAt, person, email, version, id } = submission
  const sender = [person?.name, email].filter(Boolean).join(', ') || 'Without an account'
  return [
    { text: form.title, style: 'title' },
    { text: form.team.name, style: 'text' },
    ...pair('Name', nameOf(submission)),
    ...pair('Sent by', sender),
    ...pair('Sent', writeMoment(sentAt, timeZone)),
    ...pair('State', nameState({ state, isMissing: missing !== null })),
    ...(await listAnswers(submission, names, timeZone)),
    ...listMoney(submission, payment, timeZone),
    { text: 'History', style: 'heading' },
    ...submission.history.map(
      ({ kind, by, at }): Block => ({
        text: [eventNames[kind], by?.name, writeMoment(at, timeZone)].filter(Boolean).join(', '),
        style: 'text',
      }),
    ),
    { text: `Submission ${id}, version ${version} of the form`, style: 'small' },
  ]
}

const pair = (label: string, text: string, indent = 0): Block[] => [
  { text: label, style: 'label', indent },
  { text, style: 'text', indent },
]

async function listAnswers(submission: Submission, names: PdfContent['names'], timeZone: string | undefined): Promise<Block[]> {
  const { content, answers, organizer } = submission
  const index = indexContent(content)
  const used = listUsedSignings(index, answers as StoredAnswers, submission.signed)
  const blocks: Block[] = []
  for (const page of content.pages) {
    const fields = page.fields.filter(({ kind }) => kind !== 'hidden' || organizer !== null)
    const onPage: Block[] = []
    for (const plain of fields) {
      const field = quoteStored(index, plain, answers, null, names)
      const before = used.find((one) => one.field === field.id)
      if (field.kind === 'waiver' && before) onPage.push(...(await listSignedBefore(field, before, { timeZone, indent: 0 })))
      else if (field.kind !== 'group')
        onPage.push(...(await listAnswer(field, answers[field.id], { submission, names, timeZone, indent: 0 })))
      else if (v.is(Rows, answers[field.id]))
        for (const [number, row] of v.parse(Rows, answers[field.id]).entries()) {
          onPage.push({ text: `${field.rowLabel} ${number + 1}`, style: 'heading' })
          const forWhom = nameInRow(index, field, row)
          for (const inner of field.fields) {
            const inRow =
              row[inner.id] === undefined && used.find((one) => signedKey(one.field, one.forWhom) === signedKey(inner.id, forWhom))
            if (inner.kind === 'waiver' && inRow) onPage.push(...(await listSignedBefore(inner, inRow, { timeZone, indent: 12 })))
            onPage.push(
              ...(await listAnswer(quoteStored(index, inner, answers, row, names), row[inner.id], {
                submission,
                names,
                timeZone,
                indent: 12,
              })),
            )
          }
        }
    }
    if (onPage.length > 0 && page.title) blocks.push({ text: page.title, style: 'heading' })
    blocks.push(...onPage)
  }
  return blocks
}

type Context = { submission: Submission; names: PdfContent['names']; timeZone: string | undefined; indent: number }

async function listAnswer(field: Field | InnerField, answer: unknown, context: Context): Promise<Block[]> {
  const { submission, names, indent } = context
  const text =
    typeof answer === 'string' && (field.kind === 'city' || field.kind === 'place' || field.kind === 'person') && names.has(answer)
      ? (names.get(answer) ?? '')
      : writeAnswer(field, answer, submission.content.payment?.currency ?? null)
  if (text === '') return []
  if (field.kind === 'waiver' || field.kind === 'signature') return listSigned(field, answer, context)
  return pair(field.label, text, indent)
}

/** What was signed, by whom, when and how, with fingerprints of the words and of the signature, so that nobody can change them later unseen. */
async function listSigned(
  field: Extract<InnerField, { kind: 'waiver' | 'signature' }>,
  answer: unknown,
  { submission, timeZone, indent }: Context,
): Promise<Block[]> {
  const { sentAt, history, person, email } = submission
  // The newest change is the last moment at which it may have been signed. What an organizer had filled is signed when it is completed.
  const changedAt = history.find(({ kind }) => kind === 'changed' || kind === 'completed')?.at
  const by = [person?.name, email].filter(Boolean).join(', ') || submission.label
  const small = (text: string): Block => ({ text, style: 'small', indent })
  return [
    { text: field.label, style: 'label', indent },
    ...(field.kind === 'waiver' ? [{ text: field.text, style: 'text', indent } satisfies Block] : []),
    ...(v.is(Drawn, answer) ? [{ strokes: answer.strokes, indent }] : []),
    { text: v.is(Typed, answer) ? `Signed by ${answer.name}` : 'Signed by hand', style: 'text', indent },
    small(
      `Sent by ${by}, ${writeMoment(sentAt, timeZone)}${changedAt === undefined ? '' : `, changed ${writeMoment(changedAt, timeZone)}`}`,
    ),
    small(v.is(Typed, answer) ? 'The name was typed.' : 'It was drawn with a pointer or a finger.'),
    ...(field.kind === 'waiver' ? [small(`SHA-256 of the words: ${await hashWords(`${field.label}\n\n${field.text}`)}`)] : []),
    small(`SHA-256 of the signature: ${await hashWords(JSON.stringify(answer))}`),
  ]
}

/** A waiver that was not asked, because the sender had signed the same words with another form. */
async function listSignedBefore(
  { label, text }: Extract<Field, { kind: 'waiver' }>,
  { signedAt, expiresAt }: SignedBefore,
  { timeZone, indent }: Pick<Context, 'timeZone' | 'indent'>,
): Promise<Block[]> {
  const until = expiresAt === null ? '' : `, valid until ${writeDay(expiresAt, timeZone)}`
  return [
    { text: label, style: 'label', indent },
    { text, style: 'text', indent },
    { text: `Signed on ${writeDay(signedAt, timeZone)} with an earlier form${until}`, style: 'text', indent },
    { text: `SHA-256 of the words: ${await hashWords(`${label}\n\n${text}`)}`, style: 'small', indent },
  ]
}

function listMoney({ total }: Submission, payment: SubmissionPayment | null, timeZone: string | undefined): Block[] {
  if (total === null) return []
  const { currency } = total
  const money = (amount: number) => formatExactMoney({ amount, currency })
  const line = (text: string): Block => ({ text, style: 'text' })
  if (payment === null) return [{ text: 'Money', style: 'heading' }, line(`Total ${money(total.amount)}`)]
  const partNames = { paid: 'paid', refunded: 'given back', due: 'due', later: 'due later', notOwed: 'not owed' }
  return [
    { text: 'Money', style: 'heading' },
    ...payment.lines.map(({ label, quantity, amount }) => line(`${quantity === 1 ? '' : `${quantity} × `}${label}: ${money(amount)}`)),
    ...(payment.siblingDiscount ? [line(`Discount for more than one: ${money(-payment.siblingDiscount)}`)] : []),
    ...(payment.couponDiscount ? [line(`Coupon: ${money(-payment.couponDiscount)}`)] : []),
    ...(payment.bookingFee ? [line(`Booking fee: ${money(payment.bookingFee)}`)] : []),
    line(`Total ${money(payment.total)}, paid ${money(payment.paid)}`),
    ...payment.parts.map(({ dueOn, amount, state }) =>
      line(`${dueOn === null ? 'First payment' : `Due by ${dueOn}`}: ${money(amount)}, ${partNames[state]}`),
    ),
    ...payment.payments.flatMap(({ amount, method, paidAt, refunds }) => [
      line(`${money(amount)} ${method === 'cash' ? 'in cash' : 'by card'}, ${writeDay(paidAt, timeZone)}`),
      ...refunds
        .filter(({ state }) => state === 'sent' || state === 'by-hand')
        .map((refund) => line(`${money(refund.amount)} given back, ${writeDay(refund.at, timeZone)}`)),
    ]),
  ]
}
