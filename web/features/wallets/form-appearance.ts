import type { AppearanceOptions } from '@stripe/connect-js/pure'

/** The look of the provider's form, from the current theme's tokens. */
export function formAppearance(): AppearanceOptions {
  const [ink, soft, faint] = [color('ink'), color('ink-soft'), color('ink-faint')]
  const [accent, onAccent, sheet] = [color('accent'), color('on-accent'), color('sheet')]
  return {
    overlays: 'dialog',
    variables: {
      fontFamily: '"Inter", system-ui, sans-serif',
      fontSizeBase: '16px',
      borderRadius: '10px',
      colorPrimary: accent,
      colorBackground: sheet,
      colorText: ink,
      colorSecondaryText: soft,
      colorBorder: color('line-strong'),
      colorDanger: color('negative'),
      offsetBackgroundColor: color('sunken'),
      formBackgroundColor: sheet,
      formHighlightColorBorder: accent,
      formAccentColor: accent,
      formPlaceholderTextColor: faint,
      actionPrimaryColorText: accent,
      buttonPrimaryColorBackground: accent,
      buttonPrimaryColorBorder: accent,
      buttonPrimaryColorText: onAccent,
      buttonSecondaryColorBackground: sheet,
      buttonSecondaryColorBorder: color('line'),
      buttonSecondaryColorText: ink,
    },
  }
}

/** A token as #rrggbb: the form doesn't support newer color syntax. */
function color(token: string): string {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 1
  const context = canvas.getContext('2d')!
  context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(`--${token}`)
  context.fillRect(0, 0, 1, 1)
  const [red, green, blue] = context.getImageData(0, 0, 1, 1).data
  return `#${[red, green, blue].map(part => part!.toString(16).padStart(2, '0')).join('')}`
}
