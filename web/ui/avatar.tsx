import { useState } from 'react'
import { joinClasses } from './class-names.ts'

export type Face = { id: string; name: string; pictureUrl?: string | null | undefined }

/** Eight grounds on which white initials read well; a person keeps theirs because it comes from the id. */
const hues = [255, 155, 45, 310, 200, 85, 25, 270]

const hueOf = (id: string) => {
  let sum = 0
  for (const character of id) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) >>> 0
  return hues[sum % hues.length] ?? 255
}

const firstLetter = (word: string | undefined) => (word ? [...word][0] : '') ?? ''

const initialsOf = (name: string) => {
  const words = name
    .trim()
    .split(/\s+/)
    .filter((word) => /^[\p{L}\p{N}]/u.test(word))
  const last = words.length > 1 ? words.at(-1) : undefined
  return (firstLetter(words[0]) + firstLetter(last)).toUpperCase() || '?'
}

type AvatarProps = {
  face: Face
  size?: number
  isOnline?: boolean
  /** Where the name stands beside it, the picture says nothing new. */
  isDecorative?: boolean
  /** The next face covers its right rim: the initials move out of the way. */
  isCovered?: boolean
  className?: string
}

export function Avatar({ face, size = 34, isOnline = false, isDecorative = false, isCovered = false, className }: AvatarProps) {
  // A picture may be gone since the answer that named it.
  const [lostUrl, setLostUrl] = useState<string | null>(null)
  const words = isDecorative
    ? { 'aria-hidden': true as const }
    : { role: 'img', 'aria-label': isOnline ? `${face.name}, online` : face.name }
  return (
    <span
      {...words}
      className={joinClasses('relative inline-block flex-none rounded-full', className)}
      style={{ width: size, height: size }}
    >
      {face.pictureUrl && face.pictureUrl !== lostUrl ? (
        <img
          src={face.pictureUrl}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          onError={() => setLostUrl(face.pictureUrl ?? null)}
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

/** People as faces, the rest as a number. `total` counts those whose faces were not sent, too. */
export function AvatarStack({ faces, total = faces.length, max = 8, size = 34, className }: AvatarStackProps) {
  const shown = faces.slice(0, max)
  const rest = total - shown.length
  const names = shown.map((face) => face.name).join(', ')
  return (
    <span
      role="img"
      aria-label={rest > 0 ? `${names} and ${rest} more` : names}
      className={joinClasses('inline-flex items-center', className)}
    >
      {shown.map((face, index) => (
        <Avatar
          key={face.id}
          face={face}
          size={size}
          isDecorative
          isCovered={index < shown.length - 1 || rest > 0}
          className={joinClasses('ring-2 ring-card', index > 0 && '-ml-1.5')}
        />
      ))}
      {rest > 0 && (
        <span
          className="-ml-1.5 grid place-items-center rounded-full bg-wash px-2 text-tiny font-strong text-soft ring-2 ring-card"
          style={{ minWidth: size, height: size }}
        >
          +{rest}
        </span>
      )}
    </span>
  )
}
