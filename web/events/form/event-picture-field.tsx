import { ImageUp } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ActivityId } from '../../../domain/activities.ts'
import { preparePhoto } from '../../places/prepare-photo.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { PictureInput } from '../../ui/picture-input.tsx'
import { PictureOrCourt } from './event-preview.tsx'

/** The picture that the person chose. It is uploaded after the form was sent. */
export type PictureChoice = { url: string | null; blob: Blob | null; choose: (picture: Blob) => void; remove: () => void }

export function useEventPicture(saved: string | null, onChange: (picture: 'kept' | 'new' | 'none') => void): PictureChoice {
  const [chosen, setChosen] = useState<{ blob: Blob; url: string } | 'none' | null>(null)
  const chosenPicture = chosen !== null && chosen !== 'none' ? chosen : null
  useEffect(() => (chosenPicture ? () => URL.revokeObjectURL(chosenPicture.url) : undefined), [chosenPicture])
  return {
    url: chosenPicture ? chosenPicture.url : chosen === 'none' ? null : saved,
    blob: chosenPicture?.blob ?? null,
    choose: (blob) => {
      setChosen({ blob, url: URL.createObjectURL(blob) })
      onChange('new')
    },
    remove: () => {
      setChosen(saved === null ? null : 'none')
      onChange(saved === null ? 'kept' : 'none')
    },
  }
}

export function EventPictureField({ activity, picture }: { activity: ActivityId; picture: PictureChoice }) {
  const fileInput = useRef<HTMLInputElement>(null)
  const [isReading, setReading] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const read = async (file: File) => {
    setReading(true)
    setError(null)
    try {
      picture.choose(await preparePhoto(file))
    } catch (failure) {
      setError(failure)
    }
    setReading(false)
  }
  return (
    <>
      <PictureOrCourt activity={activity} pictureUrl={picture.url} className="aspect-video max-w-sm rounded-card border border-line" />
      <div className="flex flex-wrap gap-2.5">
        <Button size="small" isPending={isReading} pendingLabel="Opening" onClick={() => fileInput.current?.click()}>
          <ImageUp size={16} aria-hidden="true" /> {picture.url ? 'Change picture' : 'Choose a picture'}
        </Button>
        {picture.url && (
          <Button size="small" variant="quiet" onClick={picture.remove}>
            Use court art
          </Button>
        )}
      </div>
      {error !== null && <ErrorNotice error={error} />}
      <PictureInput ref={fileInput} label="Picture file" onPick={(file) => void read(file)} />
    </>
  )
}
