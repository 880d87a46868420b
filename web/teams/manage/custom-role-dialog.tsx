import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type CustomRole, CustomRoleForm, maxRoleNameLength } from '../../../domain/teams/custom-roles-contract.ts'
import { rightGroups, rightWords } from '../../../domain/teams/right-words.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogFormEnd } from '../../ui/dialog-form-end.tsx'
import { FieldError, TextField } from '../../ui/field.tsx'
import { useAppForm } from '../../ui/form.tsx'
import { changingCustomRole, creatingCustomRole } from './custom-role-queries.ts'

type CustomRoleDialogProps = {
  teamId: string
  /** Null for a new role. */
  role: CustomRole | null
  /** Without the plan, a role can only lose rights. */
  hasPlan: boolean
  onClose: () => void
}

const startWithCapital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Makes a role, or changes its name and what it may do. */
export function CustomRoleDialog({ teamId, role, hasPlan, onClose }: CustomRoleDialogProps) {
  const form = useAppForm(CustomRoleForm, { defaultValues: { name: role?.name ?? '', rights: role?.rights ?? [] } })
  // A second press of the button after a lost answer must not make the role twice.
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const create = useMutation(creatingCustomRole(teamId))
  const change = useMutation(changingCustomRole(teamId))
  const { errors, isSubmitting } = form.formState
  const submit = form.submitWith(async ({ name, rights }) => {
    if (role === null) await create.mutateAsync({ name, rights, idempotencyKey })
    else {
      const areSame = rights.length === role.rights.length && rights.every((right) => role.rights.includes(right))
      await change.mutateAsync({ roleId: role.id, ...(name !== role.name && { name }), ...(!areSame && { rights }) })
    }
    onClose()
  })
  const rightsError = errors.rights?.message ?? errors.rights?.root?.message
  return (
    <Dialog title={role ? `Edit ${role.name}` : 'Add a role'} isOpen onClose={onClose} isDismissable={!isSubmitting}>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <TextField
          {...form.register('name')}
          label="Name"
          hint="What people read beside a name, such as “Umpire”."
          autoComplete="off"
          autoFocus
          limit={maxRoleNameLength}
          error={errors.name?.message}
        />
        <div className="grid gap-4">
          <p className="text-small text-soft">
            People with this role are members who can also do what you choose here.
            {role && role.members > 0 && ' A change holds at once for everybody who has it.'}
            {!hasPlan && ' With your plan, you can take something away from a role, but add nothing.'}
          </p>
          {rightGroups.map(({ title, rights }) => (
            <fieldset key={title} className="grid min-w-0 border-t border-line pt-3">
              <legend className="float-left w-full text-small font-strong">{title}</legend>
              {rights.map((right) => (
                <Checkbox
                  key={right}
                  {...form.register('rights')}
                  value={right}
                  label={startWithCapital(rightWords[right].verb)}
                  hint={rightWords[right].hint}
                  disabled={!hasPlan && role?.rights.includes(right) !== true}
                />
              ))}
            </fieldset>
          ))}
          {rightsError && <FieldError>{rightsError}</FieldError>}
        </div>
        <DialogFormEnd form={form} onCancel={onClose}>
          {role ? 'Save' : 'Add role'}
        </DialogFormEnd>
      </form>
    </Dialog>
  )
}
