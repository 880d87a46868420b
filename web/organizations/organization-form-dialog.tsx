import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { EditOrganization, maxOrganizationDescription, type Organization } from '../../domain/organizations/contract.ts'
import { organizationPath } from '../../domain/organizations/paths.ts'
import { Dialog } from '../ui/dialog.tsx'
import { DialogFormEnd } from '../ui/dialog-form-end.tsx'
import { TextArea, TextField } from '../ui/field.tsx'
import { useAppForm } from '../ui/form.tsx'
import { changingOrganization, creatingOrganization } from './queries.ts'

type OrganizationFormDialogProps = {
  /** The organization to change. Without it, the dialog creates one. */
  organization?: Pick<Organization, 'id' | 'name' | 'description' | 'version'>
  onClose: () => void
  /** What else the owner can do, after the form. */
  more?: ReactNode
}

export default function OrganizationFormDialog({ organization, onClose, more }: OrganizationFormDialogProps) {
  const navigate = useNavigate()
  // The key stays the same while the dialog is open, so that a request that is sent twice creates only one.
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const create = useMutation(creatingOrganization)
  const change = useMutation(changingOrganization)
  const form = useAppForm(EditOrganization, {
    defaultValues: { name: organization?.name ?? '', description: organization?.description ?? '', version: organization?.version ?? 1 },
    draftKey: organization ? `organization:${organization.id}` : 'organization:new',
  })
  const { errors, isSubmitting } = form.formState
  const submit = form.submitWith(async ({ name, description, version }) => {
    if (organization) {
      await change.mutateAsync({ id: organization.id, name, description, version })
      onClose()
      return
    }
    const { id } = await create.mutateAsync({ name, description, idempotencyKey })
    onClose()
    await navigate(organizationPath(id))
  })
  return (
    <Dialog title={organization ? 'Edit organization' : 'New organization'} isOpen onClose={onClose} isDismissable={!isSubmitting}>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <TextField {...form.register('name')} label="Name" autoFocus autoComplete="off" limit={60} error={errors.name?.message} />
        <TextArea
          {...form.register('description')}
          label="Description"
          isOptional
          hint="Which communities it holds, and what they do together."
          limit={maxOrganizationDescription}
          error={errors.description?.message}
        />
        <DialogFormEnd form={form} onCancel={onClose}>
          {organization ? 'Save' : 'Create organization'}
        </DialogFormEnd>
      </form>
      {more}
    </Dialog>
  )
}
