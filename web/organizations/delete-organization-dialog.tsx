import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { showSnackbar } from '../ui/show-snackbar.ts'
import { deletingOrganization } from './queries.ts'

type DeleteOrganizationDialogProps = { organization: { id: string; name: string }; onClose: () => void }

/** The owner types the name to delete the organization. */
export default function DeleteOrganizationDialog({ organization: { id, name }, onClose }: DeleteOrganizationDialogProps) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const remove = useMutation(deletingOrganization)
  const confirm = async () => {
    await remove.mutateAsync({ id, name })
    await navigate('/my-communities')
    showSnackbar(`${name} was deleted.`)
    void queries.invalidateQueries({ queryKey: ['organizations'] })
    void queries.invalidateQueries({ queryKey: ['teams'] })
  }
  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      confirmLabel="Delete"
      cancelLabel="Keep it"
      isDangerous
      typeToConfirm={name}
      isOpen
      onClose={onClose}
      onConfirm={confirm}
    >
      <p>Its page disappears for good. Its communities stay as they are.</p>
    </ConfirmDialog>
  )
}
