import { useMutation } from '@tanstack/react-query'
import { Check, ImageUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { teamColors } from '../../../domain/teams/contract.ts'
import { preparePhoto } from '../../places/prepare-photo.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { PictureInput } from '../../ui/picture-input.tsx'
import { coverShades } from '../team-colors.ts'
import { TeamCover } from '../team-head.tsx'
import { settingDraftPhoto } from './draft-queries.ts'
import type { DraftValues } from './draft-values.ts'
import type { StepProps } from './steps.tsx'

type Cover = { draftId: string | null; values: DraftValues; photoUrl: string | null }

/** The cover as the page of the community will show it. */
export function DraftCover({ draftId, values: { activity, mainColor, secondColor }, photoUrl }: Cover) {
  return <TeamCover team={{ id: draftId ?? 'new', activity, photoURL: photoUrl, mainColor, secondColor }} />
}

type LookStepProps = StepProps & {
  /** Null until the first save, which happens on the first page. */
  draftId: string | null
  photoUrl: string | null
  onPhoto: (photoUrl: string | null) => void
}

export function LookStep({ values, change, draftId, photoUrl, onPhoto }: LookStepProps) {
  return (
    <div className="grid gap-6">
      <DraftCover draftId={draftId} values={values} photoUrl={photoUrl} />
      {draftId !== null && <PhotoButtons draftId={draftId} photoUrl={photoUrl} onPhoto={onPhoto} />}
      <ColorChoice label="Main color" value={values.mainColor} onChange={(mainColor) => change({ mainColor })} />
      <ColorChoice label="Second color" value={values.secondColor} onChange={(secondColor) => change({ secondColor })} />
    </div>
  )
}

type PhotoButtonsProps = { draftId: string; photoUrl: string | null; onPhoto: (photoUrl: string | null) => void }

function PhotoButtons({ draftId, photoUrl, onPhoto }: PhotoButtonsProps) {
  const fileInput = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<unknown>(null)
  const [isReading, setReading] = useState(false)
  const setPhoto = useMutation(settingDraftPhoto)
  const run = async (prepare: () => Promise<Blob | null>) => {
    setError(null)
    setReading(true)
    try {
      onPhoto(await setPhoto.mutateAsync({ id: draftId, photo: await prepare() }))
    } catch (failure) {
      setError(failure)
    }
    setReading(false)
  }
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-2.5">
        <Button isPending={isReading} pendingLabel="Saving the photo" onClick={() => fileInput.current?.click()}>
          <ImageUp size={17} aria-hidden="true" /> {photoUrl === null ? 'Add a photo' : 'Change photo'}
        </Button>
        {photoUrl !== null && (
          <Button variant="quiet" disabled={isReading} onClick={() => void run(async () => null)}>
            Use court art
          </Button>
        )}
      </div>
      {error !== null && <ErrorNotice error={error} />}
      <PictureInput ref={fileInput} label="Photo file" onPick={(file) => void run(() => preparePhoto(file))} />
    </div>
  )
}

type Color = (typeof teamColors)[number]
type ColorChoiceProps = { label: string; value: Color; onChange: (color: Color) => void }

function ColorChoice({ label, value, onChange }: ColorChoiceProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-small font-strong">{label}</legend>
      <div className="flex flex-wrap gap-2">
        {teamColors.map((color) => (
          <label key={color} className="relative grid size-11 cursor-pointer place-items-center">
            <input
              type="radio"
              name={label}
              checked={value === color}
              onChange={() => onChange(color)}
              className="peer absolute inset-0 cursor-pointer appearance-none rounded-full"
            />
            <svg viewBox="0 0 32 32" className="pointer-events-none size-9" aria-hidden="true">
              <circle cx="16" cy="16" r="15" fill={coverShades[color]} className="stroke-line" />
            </svg>
            {value === color && <Check size={18} aria-hidden="true" className="pointer-events-none absolute text-white" />}
            <span className="sr-only">{color}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
