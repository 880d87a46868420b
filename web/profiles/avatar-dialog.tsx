import { useMutation } from '@tanstack/react-query'
import { Camera, ImageUp } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { DropZone } from 'react-aria-components/DropZone'
import { AppError } from '../../domain/errors.ts'
import { pictureAt } from '../../domain/profiles/pictures.ts'
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

/** Choose or take a picture, cut it, save it. Mounted anew for each opening. */
export default function AvatarDialog({ face, isOpen, onClose }: AvatarDialogProps) {
  const { picture, isReading, fault, read, say } = usePicture()
  const [isCameraOn, setCameraOn] = useState(false)
  const files = useRef<HTMLInputElement>(null)
  const crop = useRef<Crop | null>(null)
  const saving = useMutation(savingPicture)
  const removing = useMutation(removingPicture)

  const save = async () => {
    if (!picture || !crop.current) return
    try {
      await saving.mutateAsync(await encodeCrop(picture.source, crop.current))
    } catch (error) {
      say({ title: 'Your picture was not saved.', error, retry: () => void save() })
      return
    }
    showSnackbar('Your picture is saved.')
    onClose()
  }

  const remove = async () => {
    try {
      await removing.mutateAsync()
    } catch (error) {
      say({ title: 'Your picture was not removed.', error, retry: () => void remove() })
      return
    }
    showSnackbar('Your picture is removed.')
    onClose()
  }

  const take = (file: Blob) => {
    setCameraOn(false)
    void read(file)
  }

  return (
    <Dialog
      title="Your picture"
      isOpen={isOpen}
      onClose={onClose}
      width={600}
      height={675}
      // A picture that is cut but not saved is not lost to a stray tap.
      isDismissable={picture === null && !removing.isPending}
      footer={
        picture ? (
          <>
            <Button onClick={onClose} disabled={saving.isPending}>
              Cancel
            </Button>
            <Button variant="go" isPending={saving.isPending} pendingLabel="Saving" onClick={() => void save()}>
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
          if (item?.kind === 'file') take(await item.getFile())
          else say({ error: new AppError('PictureUnreadable') })
        }}
        className="group flex h-full flex-col gap-4 rounded-card outline-none"
      >
        {fault && (
          <ErrorNotice
            {...(fault.title ? { title: fault.title } : {})}
            error={fault.error}
            {...(fault.retry ? { onRetry: fault.retry } : {})}
            isRetrying={saving.isPending || removing.isPending}
          />
        )}
        {picture ? (
          <CropView
            key={picture.url}
            picture={picture}
            onCrop={(taken) => {
              crop.current = taken
            }}
            onChooseOther={() => files.current?.click()}
          />
        ) : isCameraOn ? (
          <CameraView onPhoto={take} onBack={() => setCameraOn(false)} />
        ) : (
          <div className="flex flex-1 flex-col items-center justify-center gap-6 rounded-card border-[1.5px] border-dashed border-edge px-5 py-8 text-center group-data-drop-target:border-court group-data-drop-target:bg-court-wash group-data-focus-visible:border-court group-data-focus-visible:bg-court-wash">
            <Avatar face={{ ...face, pictureUrl: pictureAt(face.pictureUrl, 640) }} size={152} isDecorative />
            <div className="grid gap-3">
              <p className="font-strong max-sm:hidden pointer-coarse:hidden">Drop a picture here, or</p>
              <div className="grid gap-2.5 sm:flex sm:justify-center">
                <Button variant="go" isPending={isReading} pendingLabel="Opening" onClick={() => files.current?.click()}>
                  <ImageUp size={18} aria-hidden="true" /> Choose a picture
                </Button>
                <Button onClick={() => setCameraOn(true)} disabled={isReading}>
                  <Camera size={18} aria-hidden="true" /> Take a photo
                </Button>
              </div>
            </div>
            <p className="max-w-80 text-small text-soft">
              Use a JPEG, PNG or WebP file of any size. We remove where and when it was taken.
            </p>
          </div>
        )}
        <PictureInput ref={files} label="Picture file" onPick={take} />
      </DropZone>
    </Dialog>
  )
}

type Fault = { title?: string; error: unknown; retry?: () => void }

/** The picture that is being cut. A file that cannot be read is said so and leaves the one before in place. */
function usePicture() {
  const [picture, setPicture] = useState<OpenPicture | null>(null)
  const [isReading, setReading] = useState(false)
  const [fault, say] = useState<Fault | null>(null)
  const latest = useRef<Blob | null>(null)

  const read = async (file: Blob) => {
    latest.current = file
    setReading(true)
    say(null)
    try {
      const opened = await openPicture(file)
      if (latest.current === file) setPicture(opened)
      else opened.close()
    } catch (error) {
      if (latest.current === file) say({ error })
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
  return { picture, isReading, fault, read, say }
}
