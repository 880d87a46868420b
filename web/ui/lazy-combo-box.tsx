import { Suspense, useRef } from 'react'
import { lazyAfterPaint } from './after-paint.ts'
import type { ComboBoxProps, ComboBox as LoadedComboBox } from './combo-box.tsx'
import { WaitingField } from './waiting-field.tsx'

// A lazy component forgets that it takes items of any kind.
const ComboBox = lazyAfterPaint(async () => (await import('./combo-box.tsx')).ComboBox) as typeof LoadedComboBox

/** A combo box whose code comes after the first paint. Typing works before that: words and focus are handed over. */
export function LazyComboBox<Item extends object>(props: Omit<ComboBoxProps<Item>, 'autoFocus'>) {
  const { label, isLabelHidden, placeholder, size, icon, inputValue, onInputChange } = props
  const hadFocus = useRef(false)
  return (
    <Suspense
      fallback={
        <WaitingField
          label={label}
          isLabelHidden={isLabelHidden}
          placeholder={placeholder}
          size={size}
          icon={icon}
          value={inputValue}
          onChange={onInputChange}
          onFocusChange={(isFocused) => {
            hadFocus.current = isFocused
          }}
        />
      }
    >
      <ComboBox {...props} autoFocus={hadFocus.current} />
    </Suspense>
  )
}
