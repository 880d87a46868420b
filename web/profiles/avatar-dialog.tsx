import { useMutation } from '@tanstack/react-query'
import { Camera, ImageUp } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { DropZone } from 'react-aria-components/DropZone'
import { AppError } from '../../domain/errors.ts'
import { resizePictureUrl } from '../../domain/profiles/pictures.ts'
import { holdReload } from '../busy.ts'
import { Avatar, type Face } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { PictureInput } from '../ui/picture-input.tsx'
import { showSnackbar } from '../ui/show-snackbar.ts'
import { CameraView } from './camera-view.tsx'
import { CropView } from './crop-view.tsx'
import { type Crop, encodeCrop } from './draw-crop.ts'
import { type OpenPicture, openPicture } from './open-picture.ts'
import { removingPicture, savingPicture } from './picture-queries.ts'

type AvatarDialogProps = { face: Face; isOpen: boolean; onClose: () => void }

/** Lets the user choose or take a picture, crop it and save it. It is mounted again each time it opens. */
export default function AvatarDialog({ face, isOpen, onClose }: AvatarDialogProps) {
  const { picture, isReading, failure, readFile, setFailure } = usePicture()
  const [isCameraOn, setCameraOn] = useState(false)
  const fileInput = useRef<HTMLInputElement>(null)
  const crop = useRef<Crop | null>(null)
  const saving = useMutation(savingPicture)
  const removing = useMutation(removingPicture)

  const save = async () => {
    if (!picture || !crop.current) return
    try {
      await saving.mutateAsync(await encodeCrop(picture.source, crop.current))
    } catch (error) {
      setFailure({ title: 'We could not save your picture.', error, retry: () => void save() })
      return
    }
    showSnackbar('Picture saved.')
    onClose()
  }

  const remove = async () => {
    try {
      await removing.mutateAsync()
    } catch (error) {
      setFailure({ title: 'We could not remove your picture.', error, retry: () => void remove() })
      return
    }
    showSnackbar('Picture removed.')
    onClose()
  }

  const openFile = (file: Blob) => {
    setCameraOn(false)
    void readFile(file)
  }

  return (
    <Dialog
      title="Your picture"
      isOpen={isOpen}
      onClose={onClose}
      width={600}
      height={675}
      // A tap outside the dialog must not discard a picture that is cropped but not saved.
      isDismissable={picture === null && !removing.isPending}
      footer={
        picture ? (
          <>
            <Button onClick={onClose} disabled={saving.isPending}>
              Cancel
            </Button>
            <Button variant="primary" isPending={saving.isPending} pendingLabel="Saving" onClick={() => void save()}>
              Save picture
            </Button>
          </>
        ) : face.pictureUrl && !isCameraOn ? (
          <Button isPending={removing.isPending} pendingLabel="Removing" onClick={() => void remove()}>
            Remove picture
          </Button>
        ) : undefined
      }
    >
      <DropZone
        aria-label="Drop or paste a picture"
        getDropOperation={() => 'copy'}
        onDrop={async ({ items }) => {
          const [item] = items
          if (item?.kind === 'file') openFile(await item.getFile())
          else setFailure({ error: new AppError('PictureUnreadable') })
        }}
        className="group flex h-full flex-col gap-4 rounded-card outline-none"
      >
        {failure && (
          <ErrorNotice
            {...(failure.title ? { title: failure.title } : {})}
            error={failure.error}
            {...(failure.retry ? { onRetry: failure.retry } : {})}
            isRetrying={saving.isPending || removing.isPending}
          />
        )}
        {picture ? (
          <CropView
            key={picture.url}
            picture={picture}
            onCrop={(newCrop) => {
              crop.current = newCrop
            }}
            onChooseOther={() => fileInput.current?.click()}
          />
        ) : isCameraOn ? (
          <CameraView onPhoto={openFile} onBack={() => setCameraOn(false)} />
        ) : (
          <div className="flex flex-1 flex-col items-center justify-center gap-6 rounded-card border-[1.5px] border-dashed border-edge px-5 py-8 text-center group-data-drop-target:border-court group-data-drop-target:bg-court-wash group-data-focus-visible:border-court group-data-focus-visible:bg-court-wash">
            <Avatar face={{ ...face, pictureUrl: resizePictureUrl(face.pictureUrl, 640) }} size={152} isDecorative />
            <div className="grid gap-3">
              <p className="font-strong max-sm:hidden pointer-coarse:hidden">Drop a picture here, or</p>
              <div className="grid gap-2.5 sm:flex sm:justify-center">
                <Button variant="primary" isPending={isReading} pendingLabel="Opening" onClick={() => fileInput.current?.click()}>
                  <ImageUp size={18} aria-hidden="true" /> Choose a picture
                </Button>
                <Button onClick={() => setCameraOn(true)} disabled={isReading}>
                  <Camera size={18} aria-hidden="true" /> Take a photo
                </Button>
              </div>
            </div>
            <p className="max-w-80 text-small text-soft">
              Use a JPEG, PNG or WebP file of any size. We remove the place and time it was taken.
            </p>
          </div>
        )}
        <PictureInput ref={fileInput} label="Picture file" onPick={openFile} />
      </DropZone>
    </Dialog>
  )
}

type PictureFailure = { title?: string; error: unknown; retry?: () => void }

/** The picture that the user is cropping. If a new file cannot be read, the failure is shown and the previous picture stays. */
function usePicture() {
  const [picture, setPicture] = useState<OpenPicture | null>(null)
  const [isReading, setReading] = useState(false)
  const [failure, setFailure] = useState<PictureFailure | null>(null)
  const latest = useRef<Blob | null>(null)

  const readFile = async (file: Blob) => {
    latest.current = file
    setReading(true)
    setFailure(null)
    try {
      const opened = await openPicture(file)
      if (latest.current === file) setPicture(opened)
      else opened.close()
    } catch (error) {
      if (latest.current === file) setFailure({ error })
    }
    if (latest.current === file) setReading(false)
  }

  useEffect(() => {
    if (!picture) return
    const release = holdReload()
    return () => {
      release()
      picture.close()
    }
  }, [picture])
  return { picture, isReading, failure, readFile, setFailure }
}
