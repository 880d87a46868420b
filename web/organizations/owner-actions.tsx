import { lazy, Suspense, useState } from 'react'
import type { Organization } from '../../domain/organizations/contract.ts'
import { Button } from '../ui/button.tsx'

// Loaded when they are opened.
const AskTeamDialog = lazy(() => import('./ask-team-dialog.tsx'))
const OrganizationFormDialog = lazy(() => import('./organization-form-dialog.tsx'))
const ChangesDialog = lazy(() => import('./changes-dialog.tsx'))
const DeleteOrganizationDialog = lazy(() => import('./delete-organization-dialog.tsx'))

type DialogName = 'ask' | 'edit' | 'changes' | 'delete'

/** What the owner can do: ask communities, and edit. The dialog to edit leads to the changes and the deletion, as the page of a community does. */
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
      <Suspense>
        {dialog === 'ask' && <AskTeamDialog organization={organization} onClose={close} />}
        {dialog === 'edit' && (
          <OrganizationFormDialog
            organization={organization}
            onClose={close}
            more={
              <div className="mt-6 flex flex-wrap justify-between gap-2.5 border-t border-line pt-5">
                <Button size="small" aria-haspopup="dialog" onClick={() => setDialog('changes')}>
                  See who changed what
                </Button>
                <Button size="small" className="text-bad!" aria-haspopup="dialog" onClick={() => setDialog('delete')}>
                  Delete organization
                </Button>
              </div>
            }
          />
        )}
        {dialog === 'changes' && <ChangesDialog id={organization.id} onClose={close} />}
        {dialog === 'delete' && <DeleteOrganizationDialog organization={organization} onClose={close} />}
      </Suspense>
    </div>
  )
}
