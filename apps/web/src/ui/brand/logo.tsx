/** The brand's mark, named by the word beside it. */
export const Logo = ({ size = 36 }: { size?: number }) => <img src="/icon.svg" width={size} height={size} alt="" />;
