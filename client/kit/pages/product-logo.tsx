/** The product's logo: a row of sheds with a chimney. */
export function ProductLogo({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" className="product-logo">
      <rect width="32" height="32" rx="7" fill="#215db0" />
      <path d="M6 25V12l7 5v-5l7 5V7h6v18z" fill="#fff" />
    </svg>
  );
}
