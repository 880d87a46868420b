import type { ReactNode } from 'react'
import { FormFailure } from './form.tsx'
import { FormButtons } from './form-buttons.tsx'

type DialogFormEndProps = {
  form: { failure: { error: unknown } | null; formState: { isSubmitting: boolean } }
  /** There is nothing to send yet. */
  isDisabled?: boolean
  onCancel: () => void
  /** The text of the button that sends the form. */
  children: ReactNode
}

/** The end of a form in a dialog: why the last submit failed, "Cancel" and the button that sends the form. */
export function DialogFormEnd({ form, isDisabled = false, onCancel, children }: DialogFormEndProps) {
  return (
    <>
      <FormFailure failure={form.failure} />
      <div className="flex flex-col-reverse gap-2.5 sm:flex-row sm:justify-end">
        <FormButtons isSubmitting={form.formState.isSubmitting} isDisabled={isDisabled} onCancel={onCancel}>
          {children}
        </FormButtons>
      </div>
    </>
  )
}
