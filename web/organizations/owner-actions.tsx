import { lazy, Suspense, useState } from 'react'
import type { Organization } from '../../domain/organizations/contract.ts'
import { Button } from '../ui/button.tsx'

// Loaded when they are opened.
const AskTeamDialog = lazy(() => import('./ask-team-dialog.tsx'))
const OrganizationFormDialog = lazy(() => import('./organization-form-dialog.tsx'))
const DeleteOrganizationDialog = lazy(() => import('./delete-organization-dialog.tsx'))

type DialogName = 'ask' | 'edit' | 'delete'

/** What the owner can do: ask communities, edit and delete. */
export function OwnerActions({ organization }: { organization: Organization }) {
  const [dialog, setDialog] = useState<DialogName | null>(null)
  const close = () => setDialog(null)
  return (
    <div className="flex flex-wrap gap-2.5">
      <Button variant="primary" aria-haspopup="dialog" onClick={() => setDialog('ask')}>
        Ask a community
      </Button>
      <Button aria-haspopup="dialog" onClick={() => setDialog('edit')}>
        Edit
      </Button>
      <Button variant="quiet" aria-haspopup="dialog" onClick={() => setDialog('delete')}>
        Delete
      </Button>
      <Suspense>
        {dialog === 'ask' && <AskTeamDialog organization={organization} onClose={close} />}
        {dialog === 'edit' && <OrganizationFormDialog organization={organization} onClose={close} />}
        {dialog === 'delete' && <DeleteOrganizationDialog organization={organization} onClose={close} />}
      </Suspense>
    </div>
  )
}
