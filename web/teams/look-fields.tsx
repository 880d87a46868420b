import { Check, ImageUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { teamColors } from '../../domain/teams/contract.ts'
import { coverShades } from '../../domain/teams/cover-shades.ts'
import { preparePhoto } from '../places/prepare-photo.ts'
import { Button } from '../ui/button.tsx'
import { joinClasses } from '../ui/class-names.ts'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { PictureInput } from '../ui/picture-input.tsx'

type PhotoButtonsProps = {
  photoUrl: string | null
  onPhoto: (photoUrl: string | null) => void
  /** Stores the photo, or removes it. Returns its URL. */
  save: (photo: Blob | null) => Promise<string | null>
}

/** Adds, changes or removes the photo of a community. It is saved at once. */
export function PhotoButtons({ photoUrl, onPhoto, save }: PhotoButtonsProps) {
  const fileInput = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<unknown>(null)
  const [isSaving, setSaving] = useState(false)
  const run = async (prepare: () => Promise<Blob | null>) => {
    setError(null)
    setSaving(true)
    try {
      onPhoto(await save(await prepare()))
    } catch (failure) {
      setError(failure)
    }
    setSaving(false)
  }
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-2.5">
        <Button isPending={isSaving} pendingLabel="Saving the photo" onClick={() => fileInput.current?.click()}>
          <ImageUp size={17} aria-hidden="true" /> {photoUrl === null ? 'Add a photo' : 'Change photo'}
        </Button>
        {photoUrl !== null && (
          <Button variant="quiet" disabled={isSaving} onClick={() => void run(async () => null)}>
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
/** A white check mark cannot be seen on these. */
const paleColors: readonly Color[] = ['white', 'yellow', 'orange']
type ColorFieldProps = { label: string; value: Color | null; onChange: (color: Color) => void }

export function ColorField({ label, value, onChange }: ColorFieldProps) {
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
            {value === color && (
              <Check
                size={18}
                aria-hidden="true"
                className={joinClasses('pointer-events-none absolute', paleColors.includes(color) ? 'text-black' : 'text-white')}
              />
            )}
            <span className="sr-only">{color}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
