import { useMutation, useQuery } from '@tanstack/react-query'
import { Ellipsis, PencilLine, Plus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { type CustomRole, type CustomRoles, maxCustomRoles } from '../../../domain/teams/custom-roles-contract.ts'
import { writeRights } from '../../../domain/teams/right-words.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Section } from '../../ui/section.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { useFocusAfterRemoval } from '../../ui/use-focus-after-removal.ts'
import { CustomRoleDialog } from './custom-role-dialog.tsx'
import { customRoles, deletingCustomRole } from './custom-role-queries.ts'

/** The roles that a community makes for itself, for its owner. */
export function RolesSection({ teamId }: { teamId: string }) {
  const { data, error, isFetching, refetch } = useQuery(customRoles(teamId))
  return (
    <Section title="Roles" intro="Roles of your own let a member do more. You give them to people in the list of people.">
      {data ? (
        <Roles teamId={teamId} data={data} />
      ) : error ? (
        <ErrorNotice title="We could not load the roles" error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <Loading label="Loading the roles">
          <Skeleton className="h-15" />
          <Skeleton className="h-15" />
        </Loading>
      )}
    </Section>
  )
}

type OpenDialog = { kind: 'add' } | { kind: 'edit' | 'delete'; role: CustomRole }

const writeHolders = (members: number) =>
  members === 0 ? 'Nobody has it yet.' : members === 1 ? 'One member has it.' : `${members} members have it.`

function Roles({ teamId, data: { roles, hasPlan } }: { teamId: string; data: CustomRoles }) {
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const remove = useMutation(deletingCustomRole(teamId))
  const summary = useRef<HTMLParagraphElement>(null)
  useFocusAfterRemoval(summary, roles.length)
  const close = () => setDialog(null)
  return (
    <>
      {(hasPlan || roles.length > 0) && (
        <p ref={summary} tabIndex={-1} className="text-small text-soft outline-none">
          {roles.length === 0 ? 'No roles of your own yet.' : `${roles.length} of up to ${maxCustomRoles} roles.`}
        </p>
      )}
      {roles.length > 0 && (
        <ul aria-label="Roles" className="border-b border-line">
          {roles.map((role) => (
            <RoleRow
              key={role.id}
              role={role}
              onEdit={() => setDialog({ kind: 'edit', role })}
              onDelete={() => setDialog({ kind: 'delete', role })}
            />
          ))}
        </ul>
      )}
      {hasPlan ? (
        roles.length < maxCustomRoles ? (
          <Button aria-haspopup="dialog" className="justify-self-start" onClick={() => setDialog({ kind: 'add' })}>
            <Plus size={17} aria-hidden="true" /> Add a role
          </Button>
        ) : (
          <p className="text-soft">A community can have up to {maxCustomRoles} roles of its own. Delete one to add another.</p>
        )
      ) : (
        <>
          <p className="text-soft">
            {roles.length === 0
              ? 'Communities with the plan Pro can make roles of their own, such as an umpire who enters results and can do nothing else.'
              : 'Your roles keep working without the plan Pro. With it, you can add roles, and let them do more.'}
          </p>
          <LinkButton to="/settings?tab=payments" className="justify-self-start">
            See plans
          </LinkButton>
        </>
      )}
      {(dialog?.kind === 'add' || dialog?.kind === 'edit') && (
        <CustomRoleDialog teamId={teamId} role={dialog.kind === 'edit' ? dialog.role : null} hasPlan={hasPlan} onClose={close} />
      )}
      {dialog?.kind === 'delete' && (
        <ConfirmDialog
          title={`Delete ${dialog.role.name}?`}
          confirmLabel="Delete"
          cancelLabel="Keep it"
          isDangerous
          isOpen
          onClose={close}
          onConfirm={() => remove.mutateAsync(dialog.role.id)}
        >
          <p>
            {writeHolders(dialog.role.members)}{' '}
            {dialog.role.members > 0 && 'They stay in the community and can do only what every member can.'}
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

function RoleRow({ role, onEdit, onDelete }: { role: CustomRole; onEdit: () => void; onDelete: () => void }) {
  return (
    <li className="flex min-h-15 items-center gap-3 border-t border-line py-2">
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span className="font-strong wrap-anywhere">{role.name}</span>
        <span className="text-small text-soft wrap-anywhere">{writeRights(role.rights)}</span>
        <span className="text-small text-soft">{writeHolders(role.members)}</span>
      </span>
      <Menu
        label={`Options for ${role.name}`}
        entries={[
          { id: 'edit', label: 'Edit', icon: <PencilLine size={17} aria-hidden="true" />, onPress: onEdit },
          {
            ...{ id: 'delete', label: 'Delete', icon: <Trash2 size={17} aria-hidden="true" /> },
            ...{ isDangerous: true, startsGroup: true, onPress: onDelete },
          },
        ]}
      >
        <Ellipsis size={20} aria-hidden="true" />
      </Menu>
    </li>
  )
}
