import { lazy, Suspense, useMemo, useState } from 'react'
import { TextField } from '../../ui/field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextButton } from '../../ui/text-button.tsx'
import { type InputProps, textsOf } from './field-props.ts'
import { focusQuestionOf, Question } from './question.tsx'
import { nameIn, strokesIn } from './signature-strokes.ts'

const SignatureCanvas = lazy(() => import('./signature-canvas.tsx'))

export function SignatureInput(props: InputProps<'signature'>) {
  return (
    <Question {...textsOf(props)}>
      <SignatureBox {...props} />
    </Question>
  )
}

type SignatureBoxProps = Pick<InputProps<'signature'> | InputProps<'waiver'>, 'field' | 'value' | 'onChange' | 'error'>

/** A signature is drawn by hand, or typed as a name, which also works with a keyboard. So nobody must draw. */
export function SignatureBox({ field: { way, label }, value, onChange, error }: SignatureBoxProps) {
  const [prefersTyping, setPrefersTyping] = useState(() => nameIn(value) !== '')
  const isTyped = way === 'typed' || prefersTyping
  const strokes = useMemo(() => strokesIn(value), [value])
  const change = (typing: boolean) => {
    setPrefersTyping(typing)
    onChange(null)
  }
  return (
    <div className="grid gap-2">
      {isTyped ? (
        <TextField
          label="Your full name"
          autoComplete="name"
          value={nameIn(value)}
          onChange={({ target }) => onChange(target.value === '' ? null : { name: target.value })}
          aria-invalid={error !== undefined || undefined}
          hint="Your typed name counts as your signature."
        />
      ) : (
        <div className={`max-w-lg overflow-hidden rounded-card border bg-card ${error === undefined ? 'border-line' : 'border-bad'}`}>
          <Suspense fallback={<Skeleton className="aspect-[5/2] w-full" />}>
            <SignatureCanvas
              label={strokes.length === 0 ? `${label}: not signed yet` : `${label}: signed`}
              strokes={strokes}
              onDraw={(drawn) => onChange({ strokes: drawn })}
            />
          </Suspense>
          <p className="px-3.5 pb-3 text-small text-soft">
            {strokes.length === 0 ? 'Sign here with your finger or your mouse.' : 'Signed.'}
          </p>
        </div>
      )}
      <p className="flex gap-5 text-small empty:hidden">
        {!isTyped && strokes.length > 0 && (
          <TextButton
            onClick={(event) => {
              focusQuestionOf(event)
              onChange(null)
            }}
          >
            Clear<span className="sr-only"> {label}</span>
          </TextButton>
        )}
        {way !== 'typed' && (
          <TextButton onClick={() => change(!isTyped)}>
            {isTyped ? 'Draw your signature instead' : way === 'drawn' ? 'I cannot draw' : 'Type your name instead'}
          </TextButton>
        )}
      </p>
    </div>
  )
}
