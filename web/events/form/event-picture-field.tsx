import { ImageUp } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ActivityId } from '../../../domain/activities.ts'
import { preparePhoto } from '../../places/prepare-photo.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { PictureInput } from '../../ui/picture-input.tsx'
import { PictureOrCourt } from './event-preview.tsx'

/** The picture that goes with the form: it is sent once the form is. */
export type PictureChoice = { url: string | null; blob: Blob | null; choose: (picture: Blob) => void; remove: () => void }

export function useEventPicture(saved: string | null, mark: (picture: 'kept' | 'new' | 'none') => void): PictureChoice {
  const [chosen, setChosen] = useState<{ blob: Blob; url: string } | 'none' | null>(null)
  const own = chosen !== null && chosen !== 'none' ? chosen : null
  useEffect(() => (own ? () => URL.revokeObjectURL(own.url) : undefined), [own])
  return {
    url: own ? own.url : chosen === 'none' ? null : saved,
    blob: own?.blob ?? null,
    choose: (blob) => {
      setChosen({ blob, url: URL.createObjectURL(blob) })
      mark('new')
    },
    remove: () => {
      setChosen(saved === null ? null : 'none')
      mark(saved === null ? 'kept' : 'none')
    },
  }
}

export function EventPictureField({ activity, picture }: { activity: ActivityId; picture: PictureChoice }) {
  const files = useRef<HTMLInputElement>(null)
  const [isReading, setReading] = useState(false)
  const [fault, setFault] = useState<unknown>(null)
  const read = async (file: File) => {
    setReading(true)
    setFault(null)
    try {
      picture.choose(await preparePhoto(file))
    } catch (error) {
      setFault(error)
    }
    setReading(false)
  }
  return (
    <>
      <PictureOrCourt activity={activity} pictureUrl={picture.url} className="aspect-video max-w-sm rounded-card border border-line" />
      <div className="flex flex-wrap gap-2.5">
        <Button size="small" isPending={isReading} pendingLabel="Opening" onClick={() => files.current?.click()}>
          <ImageUp size={16} aria-hidden="true" /> {picture.url ? 'Change picture' : 'Choose a picture'}
        </Button>
        {picture.url && (
          <Button size="small" variant="quiet" onClick={picture.remove}>
            Use court art
          </Button>
        )}
      </div>
      {fault !== null && <ErrorNotice error={fault} />}
      <PictureInput ref={files} label="Picture file" onPick={(file) => void read(file)} />
    </>
  )
}
