import { EmailOnly } from '../../domain/accounts/contract.ts'
import { Button } from '../ui/button.tsx'
import { FormFailure, useAppForm } from '../ui/form.tsx'
import { EmailField } from './email-field.tsx'
import { readTypedEmail, useSaveTypedEmail } from './typed-email.ts'

type EmailFormProps = { action: string; hasFocus?: boolean; onSend: (email: string) => Promise<void> }

/** Asks for an email address that we should send a link to. */
export function EmailForm({ action, hasFocus = false, onSend }: EmailFormProps) {
  const form = useAppForm(EmailOnly, { defaultValues: { email: readTypedEmail() } })
  const { errors, isSubmitting } = form.formState
  useSaveTypedEmail(form)
  return (
    <form noValidate onSubmit={form.submitWith(({ email }) => onSend(email))} className="grid gap-5">
      <EmailField autoFocus={hasFocus} error={errors.email?.message} {...form.register('email')} />
      <FormFailure failure={form.failure} />
      <Button type="submit" variant="primary" isPending={isSubmitting} pendingLabel="Sending">
        {action}
      </Button>
    </form>
  )
}
