import { useMutation } from '@tanstack/react-query'
import { ImageUp } from 'lucide-react'
import { useRef } from 'react'
import { formPictureUrl } from '../../../domain/forms/picture-url.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { PictureInput } from '../../ui/picture-input.tsx'
import { addingPicture } from './picture-queries.ts'
import { useBuilder } from './view.ts'

type PictureSettingProps = {
  /** What the picture shows. */
  label: string
  pictureId: string | null
  onChange: (pictureId: string | null) => void
  /** Beside a choice. */
  isSmall?: boolean
}

/** A picture of the form. It is uploaded when it is chosen. */
export function PictureSetting({ label, pictureId, onChange, isSmall = false }: PictureSettingProps) {
  const { formId } = useBuilder()
  const input = useRef<HTMLInputElement>(null)
  const add = useMutation({ ...addingPicture(formId), onSuccess: ({ pictureId: added }) => onChange(added) })
  const name = <span className="sr-only"> for {label || 'this picture'}</span>
  return (
    <div className="grid gap-2.5">
      <div className={isSmall ? 'flex items-center gap-3' : 'grid gap-3'}>
        {pictureId !== null && (
          <img
            src={formPictureUrl(pictureId)}
            alt={label}
            className={
              isSmall
                ? 'aspect-4/3 w-20 flex-none rounded-[6px] object-cover'
                : 'max-h-64 w-full rounded-card border border-line object-contain'
            }
          />
        )}
        <div className="flex flex-wrap gap-2">
          <Button size="small" isPending={add.isPending} pendingLabel="Uploading" onClick={() => input.current?.click()}>
            <ImageUp size={16} aria-hidden="true" /> {pictureId === null ? 'Choose a picture' : 'Change'}
            {name}
          </Button>
          {pictureId !== null && (
            <Button size="small" variant="quiet" disabled={add.isPending} onClick={() => onChange(null)}>
              Remove{name}
            </Button>
          )}
        </div>
      </div>
      {add.error !== null && <ErrorNotice error={add.error} />}
      <PictureInput ref={input} label={`Picture file for ${label || 'this picture'}`} onPick={(file) => add.mutate(file)} />
    </div>
  )
}
