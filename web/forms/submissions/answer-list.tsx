import type { ReactNode } from 'react'
import * as v from 'valibot'
import type { FormContent } from '../../../domain/forms/content.ts'
import type { Field, GroupField } from '../../../domain/forms/fields.ts'
import { type FormIndex, indexContent } from '../../../domain/forms/index-content.ts'
import { type Names, namedInStored, quoteStored } from '../../../domain/forms/quote-answers.ts'
import { writeAnswer } from '../../../domain/forms/write-answer.ts'
import type { Currency } from '../../../domain/money.ts'
import { teamPath } from '../../../domain/teams/paths.ts'
import { useNames } from '../use-names.ts'
import { AnswerFiles } from './answer-files.tsx'
import { DrawnSignature } from './drawn-signature.tsx'
import { NamedAnswer } from './named-answer.tsx'
import { ProductLink } from './product-link.tsx'

type Answers = Readonly<Record<string, unknown>>

const Ids = v.array(v.string())
const Rows = v.array(v.record(v.string(), v.unknown()))
const Drawn = v.object({ strokes: v.pipe(v.array(v.array(v.number())), v.minLength(1)) })

type AnswerListProps = {
  content: FormContent
  answers: Answers
  /** Hidden fields are filled by the link to the form, so only organizers know of them. */
  isForOrganizers: boolean
}

/** What was answered, page by page. What was not asked or not answered is left out. */
export function AnswerList({ content, answers, isForOrganizers }: AnswerListProps) {
  const currency = content.payment?.currency ?? null
  const index = indexContent(content)
  const names = useNames(namedInStored(index, answers))
  const pages = content.pages
    .map(({ id, title, fields }) => ({
      id,
      title,
      fields: fields
        .filter((field) => (field.kind !== 'hidden' || isForOrganizers) && isAnswered(field, answers, currency))
        .map((field) => quoteStored(index, field, answers, null, names)),
    }))
    .filter(({ fields }) => fields.length > 0)
  if (pages.length === 0) return <p className="text-soft">Nothing was answered.</p>
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8 print:gap-4">
      {pages.map(({ id, title, fields }) => (
        <section key={id} aria-label={title || 'Answers'} className="grid grid-cols-[minmax(0,1fr)] gap-4 print:gap-2">
          {title && <h2 className="text-title wrap-anywhere">{title}</h2>}
          <Fields {...{ fields, answers, currency, index, names }} whole={answers} />
        </section>
      ))}
    </div>
  )
}

const isAnswered = (field: Field, answers: Answers, currency: Currency | null) => writeAnswer(field, answers[field.id], currency) !== ''

type FieldsProps = { fields: readonly Field[]; answers: Answers; currency: Currency | null }
/** All answers, which the questions of a group can quote. */
type Quotable = { index: FormIndex; whole: Answers; names: Names }

/** Groups stand between the other answers, in the order of the form. */
function Fields({ fields, answers, currency, index, whole, names }: FieldsProps & Quotable) {
  const parts: ReactNode[] = []
  let simple: Field[] = []
  const endList = () => {
    const [first] = simple
    if (first) parts.push(<SimpleAnswers key={first.id} fields={simple} answers={answers} currency={currency} />)
    simple = []
  }
  for (const field of fields) {
    if (field.kind !== 'group') {
      simple.push(field)
      continue
    }
    endList()
    parts.push(<GroupAnswers key={field.id} {...{ field, currency, index, whole, names }} answer={answers[field.id]} />)
  }
  endList()
  return parts
}

type GroupAnswersProps = Quotable & { field: GroupField; answer: unknown; currency: Currency | null }

function GroupAnswers({ field, answer, currency, index: form, whole, names }: GroupAnswersProps) {
  const rows = v.safeParse(Rows, answer)
  if (!rows.success) return null
  return rows.output.map((row, index) => {
    const fields = field.fields
      .filter((inner) => isAnswered(inner, row, currency))
      .map((inner) => quoteStored(form, inner, whole, row, names))
    const name = `${field.rowLabel} ${index + 1}`
    return (
      // Rows have no ids. They never change places on this page.
      <section key={name} aria-label={name} className="grid gap-3 border-l-2 border-line pl-4 print:break-inside-avoid print:gap-1.5">
        <h3 className="font-strong wrap-anywhere">{name}</h3>
        {fields.length > 0 ? (
          <SimpleAnswers fields={fields} answers={row} currency={currency} />
        ) : (
          <p className="text-soft">Nothing was answered.</p>
        )}
      </section>
    )
  })
}

function SimpleAnswers({ fields, answers, currency }: FieldsProps) {
  return (
    <dl className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-3.5 sm:grid-cols-2 print:grid-cols-2 print:gap-y-1.5">
      {fields.map((field) => (
        <div key={field.id} className="min-w-0 print:break-inside-avoid">
          <dt className="text-small text-soft wrap-anywhere">{field.label}</dt>
          <dd className="whitespace-pre-line wrap-anywhere">
            <AnswerValue field={field} answer={answers[field.id]} currency={currency} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function AnswerValue({ field, answer, currency }: { field: Field; answer: unknown; currency: Currency | null }) {
  const text = writeAnswer(field, answer, currency)
  switch (field.kind) {
    case 'city':
    case 'place':
    case 'person':
      return typeof answer === 'string' ? <NamedAnswer kind={field.kind} id={answer} /> : text
    case 'team': {
      const refId = field.options.find(({ id }) => id === answer)?.refId ?? null
      return refId === null ? (
        text
      ) : (
        <ProductLink to={teamPath(refId)} isReady>
          {text}
        </ProductLink>
      )
    }
    case 'file':
    case 'photo':
      return v.is(Ids, answer) ? <AnswerFiles ids={answer} isPhoto={field.kind === 'photo'} /> : text
    case 'email':
      return <AnswerLink to={`mailto:${text}`}>{text}</AnswerLink>
    case 'phone':
      return (
        <span className="whitespace-nowrap">
          <AnswerLink to={`tel:${text}`}>{text}</AnswerLink>
        </span>
      )
    case 'signature':
      return v.is(Drawn, answer) ? <DrawnSignature label={text} strokes={answer.strokes} /> : text
    case 'waiver':
      return (
        <>
          {v.is(Drawn, answer) ? <DrawnSignature label={text} strokes={answer.strokes} /> : text}
          <details className="text-small">
            <summary className="cursor-pointer py-1.5 text-soft print:hidden">What was signed</summary>
            <p className="max-w-[72ch]">{field.text}</p>
          </details>
        </>
      )
    default:
      return text
  }
}

const AnswerLink = ({ to, children }: { to: string; children: string }) => (
  <a href={to} className="font-medium text-court underline-offset-3 hover:underline">
    {children}
  </a>
)
