import { useMutation } from '@tanstack/react-query'
import { photoUrl } from '../../domain/places/rules.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { showSnackbar } from '../ui/show-snackbar.ts'
import { removingPhoto } from './queries.ts'

type PhotoDialogProps = { placeId: string; name: string; photo: string; isOwn: boolean; isOpen: boolean; onClose: () => void }

export default function PhotoDialog({ placeId, name, photo, isOwn, isOpen, onClose }: PhotoDialogProps) {
  const remove = useMutation(removingPhoto(placeId))
  const removePhoto = () =>
    remove.mutate(photo, {
      onSuccess: () => {
        showSnackbar('Photo removed.')
        onClose()
      },
    })
  return (
    <Dialog
      title={name}
      isOpen={isOpen}
      onClose={onClose}
      width={900}
      footer={
        isOwn && (
          <Button isPending={remove.isPending} pendingLabel="Removing" onClick={removePhoto}>
            Remove photo
          </Button>
        )
      }
    >
      <img src={photoUrl(photo, 1280)} alt={name} className="mx-auto max-h-[72dvh] rounded-control bg-wash object-contain" />
      {remove.error && <ErrorNotice error={remove.error} className="mt-4" />}
    </Dialog>
  )
}
