import { useMutation, useQuery } from '@tanstack/react-query'
import { ChangeTitle, type GrantedRole, maxMemberTitleLength, RoleForm } from '../../../domain/teams/contract.ts'
import type { TeamRole } from '../../../domain/teams/roles.ts'
import { canGiveRights, listManageableRoles } from '../../../domain/teams/rules.ts'
import { ApiError } from '../../api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogFormEnd } from '../../ui/dialog-form-end.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { TextField } from '../../ui/field.tsx'
import { useAppForm } from '../../ui/form.tsx'
import { showSnackbar } from '../../ui/show-snackbar.ts'
import { customRoles } from './custom-role-queries.ts'
import { changingRole } from './manage-queries.ts'
import { RoleOptions } from './role-options.tsx'
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
  member: Member & { role: GrantedRole; customRole: { id: string; name: string } | null }
  /** The role of the viewer. */
  viewerRole: TeamRole | null
  onClose: () => void
}

/** Gives a member another role, and a title. */
export function RoleDialog({ teamId, member: { id, name, role, customRole, title }, viewerRole, onClose }: RoleDialogProps) {
  const before = customRole?.id ?? role
  const roles = listManageableRoles(viewerRole)
  const { data, error, isFetching, refetch } = useQuery(customRoles(teamId))
  const own = (data?.roles ?? []).map((one) => ({ ...one, mayGive: canGiveRights([viewerRole], one.rights) || one.id === before }))
  const form = useAppForm(RoleForm, { defaultValues: { role: before, title: title ?? '' } })
  const change = useMutation(changingRole(teamId))
  const { errors, isSubmitting } = form.formState
  const submit = form.submitWith(async (values) => {
    const fixed = roles.find((one) => one === values.role)
    await change.mutateAsync({
      userId: id,
      ...(values.role !== before && { to: fixed ? { role: fixed } : { customRoleId: values.role } }),
      ...(values.title !== (title ?? '') && { title: values.title }),
    })
    onClose()
    if (values.role === before) return
    const given = own.find((one) => one.id === values.role)
    if (fixed) showSnackbar(`${name} is now ${teamRolesWithArticle[fixed]}.`)
    else if (given) showSnackbar(`${name} now has the role ${given.name}.`)
  })
  const isRefused = form.failure?.error instanceof ApiError && form.failure.error.code === 'NotAllowed'
  return (
    <Dialog title={`Change the role of ${name}`} isOpen onClose={onClose} isDismissable={!isSubmitting}>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <RoleOptions field={form.register('role')} fixed={roles} own={own} />
        {error && (
          <ErrorNotice
            title="We could not load the roles of this community"
            error={error}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        )}
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
