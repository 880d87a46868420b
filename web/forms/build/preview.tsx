import { formatMoney } from '../../../domain/format-money.ts'
import type { FormContent } from '../../../domain/forms/content.ts'
import { decide, type FieldState } from '../../../domain/forms/decide.ts'
import type { Field } from '../../../domain/forms/fields.ts'
import { indexContent } from '../../../domain/forms/index-content.ts'
import { joinClasses } from '../../ui/class-names.ts'
import { useToday } from './use-today.ts'

const boxClasses = 'rounded-control border border-line bg-card px-3 py-2.5 text-small'

/** A page of the form as a phone shows it before anything is answered. It cannot be filled here. */
export function Preview({ content, pageId }: { content: FormContent; pageId: string }) {
  const today = useToday()
  const page = content.pages.find(({ id }) => id === pageId) ?? content.pages[0]
  if (!page) return null
  const rows = Object.fromEntries(
    content.pages.flatMap(({ fields }) => fields.flatMap((field) => (field.kind === 'group' ? [[field.id, [{}]]] : []))),
  )
  const { fields: states } = decide(indexContent(content), rows, today)
  const number = content.pages.indexOf(page) + 1
  const shown = page.fields.filter(({ id, kind }) => states.get(id)?.isAsked && kind !== 'hidden')
  return (
    <section aria-label="Preview" className="grid content-start gap-4 rounded-[2rem] border border-line bg-paper p-5 shadow-card">
      <svg viewBox="0 0 100 2" preserveAspectRatio="none" className="h-1 w-full" aria-hidden="true">
        <rect width="100" height="2" rx="1" className="fill-line" />
        <rect width={(number / content.pages.length) * 100} height="2" rx="1" className="fill-court" />
      </svg>
      <header className="grid gap-1">
        <p className="text-small text-soft wrap-anywhere">
          {content.title} · page {number} of {content.pages.length}
        </p>
        <p className="text-heading font-bold tracking-tight text-balance wrap-anywhere">{page.title || content.title}</p>
        {number === 1 && content.intro && <p className="whitespace-pre-line text-soft wrap-anywhere">{content.intro}</p>}
      </header>
      {shown.length === 0 && <p className="text-small text-soft">Nothing is asked here yet.</p>}
      <div className="grid grid-cols-2 gap-x-3 gap-y-4">
        {shown.map((field) => (
          <PreviewField key={field.id} field={field} state={states.get(field.id)} currency={content.payment?.currency ?? 'usd'} />
        ))}
      </div>
    </section>
  )
}

type PreviewFieldProps = { field: Field; state: FieldState | undefined; currency: string }

function PreviewField({ field, state, currency }: PreviewFieldProps) {
  return (
    <div className={joinClasses('grid content-start gap-1.5', field.width === 'half' ? 'col-span-1' : 'col-span-2')}>
      {field.kind === 'heading' ? (
        <p className="text-title font-bold wrap-anywhere">{field.label}</p>
      ) : (
        <p className="text-small font-strong wrap-anywhere">
          {field.label || 'Without a label'}
          {state?.isRequired && field.kind !== 'group' && (
            <>
              <span aria-hidden="true" className="text-bad">
                {' '}
                *
              </span>
              <span className="sr-only"> required</span>
            </>
          )}
        </p>
      )}
      {field.hint && <p className="text-small text-soft wrap-anywhere">{field.hint}</p>}
      <PreviewControl field={field} state={state} currency={currency} />
    </div>
  )
}

function PreviewControl({ field, state, currency }: PreviewFieldProps) {
  if (field.kind === 'group') {
    const row = state?.rows?.[0]
    return (
      <div className="grid gap-4">
        <p className="flex flex-wrap gap-2 text-small font-medium">
          <span className="rounded-full bg-ink px-3.5 py-1.5 text-paper">{field.rowLabel} 1</span>
          {field.maxRows > 1 && <span className="rounded-full border border-line bg-card px-3.5 py-1.5">+ {field.rowLabel}</span>}
        </p>
        <div className="grid grid-cols-2 gap-x-3 gap-y-4">
          {field.fields
            .filter(({ id, kind }) => row?.get(id)?.isAsked && kind !== 'hidden')
            .map((inner) => (
              <PreviewField key={inner.id} field={inner} state={row?.get(inner.id)} currency={currency} />
            ))}
        </div>
      </div>
    )
  }
  if ('options' in field)
    return (
      <p className="flex flex-wrap gap-2">
        {field.options.map((option) => (
          <span key={option.id} className={joinClasses(boxClasses, 'grid')}>
            <span className="font-strong wrap-anywhere">{option.label}</span>
            {'amount' in option && <span className="text-soft">{formatMoney({ amount: option.amount, currency })}</span>}
            {option.limit !== null && <span className="text-soft">{option.limit} left</span>}
          </span>
        ))}
      </p>
    )
  switch (field.kind) {
    case 'heading':
    case 'picture':
    case 'computed':
      return null
    case 'richText':
    case 'waiver':
      return (
        <>
          <p className="line-clamp-6 whitespace-pre-line text-small wrap-anywhere">{field.text}</p>
          {field.kind === 'waiver' && <p className={joinClasses(boxClasses, 'h-20 text-soft')}>Sign here</p>}
        </>
      )
    case 'signature':
      return <p className={joinClasses(boxClasses, 'h-20 text-soft')}>Sign here</p>
    case 'yesNo':
      return (
        <p className="flex gap-2">
          <span className={joinClasses(boxClasses, 'font-strong')}>Yes</span>
          <span className={joinClasses(boxClasses, 'font-strong')}>No</span>
        </p>
      )
    case 'rating':
      return <p className="text-title tracking-widest text-soft">{'☆'.repeat(field.max)}</p>
    case 'consent':
      return <span className="block size-5.5 rounded-[6px] border border-edge bg-card" />
    case 'longText':
    case 'address':
      return <span className={joinClasses(boxClasses, 'block h-20')} />
    case 'file':
    case 'photo':
      return <p className={joinClasses(boxClasses, 'border-dashed text-center text-soft')}>Choose a {field.kind}</p>
    default:
      return <span className={joinClasses(boxClasses, 'block h-11')} />
  }
}
