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
  const files = useRef<HTMLInputElement>(null)
  const add = useMutation(addingPhoto(id))
  const [fault, setFault] = useState<unknown>(null)
  const [isReading, setReading] = useState(false)
  const [shown, setShown] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  const mayAdd = viewer?.profileComplete && photos.length < maxPlacePhotos
  if (photos.length === 0 && !mayAdd) return null

  const take = async (file: Blob) => {
    setFault(null)
    setReading(true)
    try {
      const { preparePhoto } = await import('./prepare-photo.ts')
      await add.mutateAsync({ picture: await preparePhoto(file), idempotencyKey: crypto.randomUUID() })
    } catch (error) {
      setFault(error)
    }
    setReading(false)
  }

  return (
    <section aria-labelledby={headingId} className="grid gap-3">
      <h2 id={headingId} className="text-[1.375rem]">
        Photos
      </h2>
      {photos.length === 0 && !isReading && <p className="text-soft">No photos yet. Add one to show people what the place looks like.</p>}
      {(photos.length > 0 || isReading) && (
        <ul className="grid grid-cols-2 gap-2 sm:grid-cols-3">
          {photos.map((key, index) => (
            <li key={key}>
              <button
                type="button"
                onClick={() => {
                  setShown(key)
                  setOpen(true)
                }}
                className="block aspect-[4/3] w-full overflow-hidden rounded-control bg-wash"
              >
                <img src={photoUrl(key, 480)} alt={`${name}, number ${index + 1}`} loading="lazy" className="size-full object-cover" />
              </button>
            </li>
          ))}
          {isReading && (
            <li>
              <Skeleton className="aspect-[4/3] rounded-control" />
            </li>
          )}
        </ul>
      )}
      {fault !== null && <ErrorNotice title="The photo was not added." error={fault} />}
      {mayAdd && (
        <Button className="justify-self-start" isPending={isReading} pendingLabel="Adding the photo" onClick={() => files.current?.click()}>
          <ImagePlus size={18} aria-hidden="true" /> Add a photo
        </Button>
      )}
      <PictureInput ref={files} label="Photo file" onPick={(file) => void take(file)} />
      <Suspense>
        {shown !== null && (
          <PhotoDialog
            key={shown}
            placeId={id}
            name={name}
            photo={shown}
            isOwn={mine?.photos.includes(shown) ?? false}
            isOpen={isOpen}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </section>
  )
}
