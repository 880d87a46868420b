import type { FieldOf } from '../../../domain/forms/fields.ts'
import { formPictureUrl } from '../../../domain/forms/picture-url.ts'
import type { InputProps } from './field-props.ts'
import { Markdown } from './markdown.tsx'

export function HeadingField({ field: { label, hint } }: { field: FieldOf<'heading'> }) {
  return (
    <div className="grid gap-1 pt-3">
      <h2 className="wrap-anywhere">{label}</h2>
      {hint !== '' && <p className="text-soft">{hint}</p>}
    </div>
  )
}

export const RichTextField = ({ field, quotes }: Pick<InputProps<'richText'>, 'field' | 'quotes'>) => (
  <Markdown text={field.text} {...(quotes && { quotes })} />
)

export function PictureField({ field: { label, hint, pictureId } }: { field: FieldOf<'picture'> }) {
  if (pictureId === null) return null
  return (
    <figure className="grid gap-1.5">
      <img src={formPictureUrl(pictureId)} alt={label} loading="lazy" className="w-full rounded-card" />
      {hint !== '' && <figcaption className="text-small text-soft">{hint}</figcaption>}
    </figure>
  )
}

/** What was computed from other answers. It is read out when it changes. */
export function ComputedField({ field: { label, hint }, state: { answer } }: Pick<InputProps<'computed'>, 'field' | 'state'>) {
  return (
    <div className="grid gap-0.5">
      <p className="text-small font-strong">{label}</p>
      <output className="text-title font-strong tabular-nums">{writeComputed(answer)}</output>
      {hint !== '' && <p className="text-small text-soft">{hint}</p>}
    </div>
  )
}

function writeComputed(answer: InputProps<'computed'>['state']['answer']): string {
  if (typeof answer === 'number') return answer.toLocaleString('en-US', { maximumFractionDigits: 2 })
  if (typeof answer === 'boolean') return answer ? 'Yes' : 'No'
  return typeof answer === 'string' ? answer : '–'
}
