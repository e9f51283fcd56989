/** Whether people see anything of a text: marks without a letter, joiners and fillers alone show as blank. */
export function isVisible(text: string): boolean {
  // U+2800 is Braille’s blank.
  return /[^\p{M}\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text)
}
