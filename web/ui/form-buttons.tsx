import type { ReactNode } from 'react'
import { Button } from './button.tsx'

type FormButtonsProps = {
  /** The form to send, if the buttons stand outside of it, in the footer of a dialog. */
  formId?: string
  isSubmitting: boolean
  /** There is nothing to send yet. */
  isDisabled?: boolean
  pendingLabel?: string
  onCancel: () => void
  /** The text of the button that sends the form. */
  children: ReactNode
}

/** "Cancel", and the button that sends the form of a dialog. */
export const FormButtons = ({ formId, isSubmitting, isDisabled = false, pendingLabel, onCancel, children }: FormButtonsProps) => (
  <>
    <Button onClick={onCancel} disabled={isSubmitting}>
      Cancel
    </Button>
    <Button
      type="submit"
      variant="primary"
      isPending={isSubmitting}
      disabled={isDisabled}
      {...(formId && { form: formId })}
      {...(pendingLabel && { pendingLabel })}
    >
      {children}
    </Button>
  </>
)
