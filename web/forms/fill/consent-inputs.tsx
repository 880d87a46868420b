import { Check } from 'lucide-react'
import { signedKey } from '../../../domain/forms/signed-before.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { writeSignedBefore } from '../write-signed-before.ts'
import { type InputProps, textsOf } from './field-props.ts'
import { useFormFacts } from './form-context.ts'
import { Markdown } from './markdown.tsx'
import { Question } from './question.tsx'
import { SignatureBox } from './signature-input.tsx'

export function ConsentInput(props: InputProps<'consent'>) {
  const { value, onChange, error } = props
  const { label, isOptional, hint } = textsOf(props)
  return (
    <Checkbox
      label={
        <>
          {label} {isOptional && <span className="text-small text-soft">Optional</span>}
        </>
      }
      hint={hint}
      error={error}
      checked={value === true}
      onChange={({ target }) => onChange(target.checked)}
    />
  )
}

/** The text scrolls in its box, so that a long one does not hide where to sign. */
export function WaiverInput(props: InputProps<'waiver'>) {
  const { field, state } = props
  const { signed: all } = useFormFacts()
  const signed = all.find((one) => signedKey(one.field, one.forWhom) === signedKey(field.id, state.signedFor))
  return (
    <Question {...textsOf(props)}>
      {field.text.trim() !== '' && (
        <section
          // Without the focus, a keyboard could not scroll it.
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable.
          tabIndex={0}
          aria-label={`Text of ${field.label}`}
          className="max-h-60 overflow-y-auto rounded-card border border-line bg-card px-4 py-3"
        >
          <Markdown text={field.text} />
        </section>
      )}
      {state.isSigned && signed ? (
        <p className="flex gap-2 font-medium">
          <Check size={18} aria-hidden="true" className="mt-0.5 flex-none text-good" />
          {writeSignedBefore(signed)}
        </p>
      ) : (
        <SignatureBox {...props} />
      )}
    </Question>
  )
}
