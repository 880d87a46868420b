import { useMutation } from '@tanstack/react-query'
import { ImagePlus } from 'lucide-react'
import { lazy, Suspense, useId, useRef, useState } from 'react'
import type { PlaceDetail } from '../../domain/places/contract.ts'
import { maxPlacePhotos } from '../../domain/places/kinds.ts'
import { photoUrl } from '../../domain/places/rules.ts'
import { useViewer } from '../app-state.ts'
import { Button } from '../ui/button.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { PictureInput } from '../ui/picture-input.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { addingPhoto } from './queries.ts'

const PhotoDialog = lazy(() => import('./photo-dialog.tsx'))

export function PlacePhotos({ place }: { place: PlaceDetail }) {
  const { id, name, photos, mine } = place
  const viewer = useViewer()
  const headingId = useId()
  const fileInput = useRef<HTMLInputElement>(null)
  const add = useMutation(addingPhoto(id))
  const [failure, setFailure] = useState<unknown>(null)
  const [isAdding, setAdding] = useState(false)
  const [shownPhoto, setShownPhoto] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  const canAdd = viewer?.profileComplete && photos.length < maxPlacePhotos
  if (photos.length === 0 && !canAdd) return null

  const addPhoto = async (file: Blob) => {
    setFailure(null)
    setAdding(true)
    try {
      const { preparePhoto } = await import('./prepare-photo.ts')
      await add.mutateAsync({ picture: await preparePhoto(file), idempotencyKey: crypto.randomUUID() })
    } catch (error) {
      setFailure(error)
    }
    setAdding(false)
  }

  return (
    <section aria-labelledby={headingId} className="grid gap-3">
      <h2 id={headingId} className="text-[1.375rem]">
        Photos
      </h2>
      {photos.length === 0 && !isAdding && <p className="text-soft">No photos yet. Add one to show people what the place looks like.</p>}
      {(photos.length > 0 || isAdding) && (
        <ul className="grid grid-cols-2 gap-2 sm:grid-cols-3">
          {photos.map((key, index) => (
            <li key={key}>
              <button
                type="button"
                onClick={() => {
                  setShownPhoto(key)
                  setOpen(true)
                }}
                className="block aspect-[4/3] w-full overflow-hidden rounded-control bg-wash"
              >
                <img src={photoUrl(key, 480)} alt={`${name}, number ${index + 1}`} loading="lazy" className="size-full object-cover" />
              </button>
            </li>
          ))}
          {isAdding && (
            <li>
              <Skeleton className="aspect-[4/3] rounded-control" />
            </li>
          )}
        </ul>
      )}
      {failure !== null && <ErrorNotice title="The photo could not be added" error={failure} />}
      {canAdd && (
        <Button
          className="justify-self-start"
          isPending={isAdding}
          pendingLabel="Adding the photo"
          onClick={() => fileInput.current?.click()}
        >
          <ImagePlus size={18} aria-hidden="true" /> Add a photo
        </Button>
      )}
      <PictureInput ref={fileInput} label="Photo file" onPick={(file) => void addPhoto(file)} />
      <Suspense>
        {shownPhoto !== null && (
          <PhotoDialog
            key={shownPhoto}
            placeId={id}
            name={name}
            photo={shownPhoto}
            isOwn={mine?.photos.includes(shownPhoto) ?? false}
            isOpen={isOpen}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </section>
  )
}
