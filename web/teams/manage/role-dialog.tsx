import { useMutation } from '@tanstack/react-query'
import {
  ChangeTitle,
  type GrantedRole,
  maxMemberTitleLength,
  RoleForm,
  teamRoleHints,
  teamRoleNames,
} from '../../../domain/teams/contract.ts'
import { ApiError } from '../../api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogFormEnd } from '../../ui/dialog-form-end.tsx'
import { TextField } from '../../ui/field.tsx'
import { useAppForm } from '../../ui/form.tsx'
import { showSnackbar } from '../../ui/show-snackbar.ts'
import { changingRole } from './manage-queries.ts'
import { WhoMay } from './who-may.tsx'

const titleHint = 'What your community calls them, such as “Equipment”. It changes nothing about what they may do.'

const teamRolesWithArticle: Record<GrantedRole, string> = {
  organizer: 'an organizer',
  captain: 'a captain',
  coach: 'a coach',
  treasurer: 'a treasurer',
  scorekeeper: 'a scorekeeper',
  member: 'a member',
}

type Member = { id: string; name: string; title: string | null }

type RoleDialogProps = {
  teamId: string
  member: Member & { role: GrantedRole }
  /** The roles that the viewer may give. */
  roles: readonly GrantedRole[]
  onClose: () => void
}

/** Gives a member another role, and a title. */
export function RoleDialog({ teamId, member: { id, name, role, title }, roles, onClose }: RoleDialogProps) {
  const form = useAppForm(RoleForm, { defaultValues: { role, title: title ?? '' } })
  const change = useMutation(changingRole(teamId))
  const { errors, isSubmitting } = form.formState
  const submit = form.submitWith(async (values) => {
    await change.mutateAsync({
      userId: id,
      ...(values.role !== role && { role: values.role }),
      ...(values.title !== (title ?? '') && { title: values.title }),
    })
    onClose()
    if (values.role !== role) showSnackbar(`${name} is now ${teamRolesWithArticle[values.role]}.`)
  })
  const isRefused = form.failure?.error instanceof ApiError && form.failure.error.code === 'NotAllowed'
  return (
    <Dialog title={`Change the role of ${name}`} isOpen onClose={onClose} isDismissable={!isSubmitting}>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <fieldset className="grid min-w-0">
          <legend className="mb-1.5 text-small font-strong">Role</legend>
          {roles.map((one) => (
            <label key={one} className="flex min-h-14 cursor-pointer items-start gap-3 border-t border-line py-2.5">
              <input
                type="radio"
                value={one}
                {...form.register('role')}
                aria-describedby={`role-${one}`}
                className="mt-0.75 size-5 flex-none accent-court"
              />
              <span className="grid gap-0.5">
                <span className="font-strong">{teamRoleNames[one]}</span>
                <span id={`role-${one}`} className="text-small text-soft">
                  {teamRoleHints[one]}
                </span>
              </span>
            </label>
          ))}
        </fieldset>
        <TextField
          {...form.register('title')}
          label="Title"
          isOptional
          hint={titleHint}
          autoComplete="off"
          limit={maxMemberTitleLength}
          error={errors.title?.message}
        />
        <p className="text-small text-soft">We notify {name} of a new role.</p>
        {isRefused && <WhoMay teamId={teamId} capability="members.changeRole" action="change roles" />}
        <DialogFormEnd form={form} onCancel={onClose}>
          Save
        </DialogFormEnd>
      </form>
    </Dialog>
  )
}

/** Owners cannot change their role, but choose their own title. */
export function OwnTitleDialog({ teamId, member: { id, title }, onClose }: { teamId: string; member: Member; onClose: () => void }) {
  const form = useAppForm(ChangeTitle, { defaultValues: { title: title ?? '' } })
  const change = useMutation(changingRole(teamId))
  const { errors, isSubmitting } = form.formState
  const submit = form.submitWith(async (values) => {
    await change.mutateAsync({ userId: id, ...values })
    onClose()
  })
  return (
    <Dialog title="My title" isOpen onClose={onClose} isDismissable={!isSubmitting}>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <TextField
          {...form.register('title')}
          label="Title"
          isOptional
          hint="What your community calls you, such as “President”."
          autoComplete="off"
          autoFocus
          limit={maxMemberTitleLength}
          error={errors.title?.message}
        />
        <DialogFormEnd form={form} onCancel={onClose}>
          Save
        </DialogFormEnd>
      </form>
    </Dialog>
  )
}
