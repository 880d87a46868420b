import { useState } from 'react'
import { joinClasses } from './class-names.ts'

export type Face = { id: string; name: string; pictureUrl?: string | null | undefined }

/** Eight background hues on which white initials are easy to read. A person always gets the same hue, because their id decides it. */
const hues = [255, 155, 45, 310, 200, 85, 25, 270]

const hueOf = (id: string) => {
  let sum = 0
  for (const character of id) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) >>> 0
  return hues[sum % hues.length] ?? 255
}

const firstLetter = (word: string | undefined) => (word ? [...word][0] : '') ?? ''

const initialsOf = (name: string) => {
  const nameParts = name
    .trim()
    .split(/\s+/)
    .filter((word) => /^[\p{L}\p{N}]/u.test(word))
  const last = nameParts.length > 1 ? nameParts.at(-1) : undefined
  return (firstLetter(nameParts[0]) + firstLetter(last)).toUpperCase() || '?'
}

type AvatarProps = {
  face: Face
  size?: number
  isOnline?: boolean
  /** Set this where the name is next to the picture: screen readers then skip the picture. */
  isDecorative?: boolean
  /** The next face covers the right edge of this one, so the initials move a little to the left. */
  isCovered?: boolean
  className?: string
}

export function Avatar({ face, size = 34, isOnline = false, isDecorative = false, isCovered = false, className }: AvatarProps) {
  // The picture may have been deleted since the server sent its address.
  const [failedUrl, setFailedUrl] = useState<string | null>(null)
  const ariaProps = isDecorative
    ? { 'aria-hidden': true as const }
    : { role: 'img', 'aria-label': isOnline ? `${face.name}, online` : face.name }
  return (
    <span
      {...ariaProps}
      className={joinClasses('relative inline-block flex-none rounded-full', className)}
      style={{ width: size, height: size }}
    >
      {face.pictureUrl && face.pictureUrl !== failedUrl ? (
        <img
          src={face.pictureUrl}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          onError={() => setFailedUrl(face.pictureUrl ?? null)}
          className="size-full rounded-full bg-wash object-cover"
        />
      ) : (
        <span
          className={joinClasses('grid size-full place-items-center rounded-full font-strong leading-none text-white', isCovered && 'pr-1')}
          style={{
            background: `oklch(0.53 0.12 ${hueOf(face.id)})`,
            fontSize: Math.max(10, Math.round(size * (isCovered ? 0.32 : 0.345))),
          }}
        >
          {initialsOf(face.name)}
        </span>
      )}
      {isOnline && (
        <span className="absolute -right-px -bottom-px size-[30%] max-h-4 min-h-2.75 min-w-2.75 max-w-4 rounded-full border-[1.5px] border-on-ball bg-ball ring-2 ring-card" />
      )}
    </span>
  )
}

type AvatarStackProps = { faces: Face[]; total?: number; max?: number; size?: number; className?: string }

/** Shows the first faces, then the number of other people. `total` includes people whose faces the server did not send. */
export function AvatarStack({ faces, total = faces.length, max = 8, size = 34, className }: AvatarStackProps) {
  const shownFaces = faces.slice(0, max)
  const hiddenCount = total - shownFaces.length
  const names = shownFaces.map((face) => face.name).join(', ')
  return (
    <span
      role="img"
      aria-label={hiddenCount > 0 ? `${names} and ${hiddenCount} more` : names}
      className={joinClasses('inline-flex items-center', className)}
    >
      {shownFaces.map((face, index) => (
        <Avatar
          key={face.id}
          face={face}
          size={size}
          isDecorative
          isCovered={index < shownFaces.length - 1 || hiddenCount > 0}
          className={joinClasses('ring-2 ring-card', index > 0 && '-ml-1.5')}
        />
      ))}
      {hiddenCount > 0 && (
        <span
          className="-ml-1.5 grid place-items-center rounded-full bg-wash px-2 text-tiny font-strong text-soft ring-2 ring-card"
          style={{ minWidth: size, height: size }}
        >
          +{hiddenCount}
        </span>
      )}
    </span>
  )
}
