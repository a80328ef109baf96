//! Bits out of several bytes at once.

/// The lowest bits of eight bytes, the first byte's lowest.
#[inline]
pub(crate) fn gather(bytes: u64) -> u64 {
    // The product brings bit 8i to bit 56 + i, and nothing else to these places.
    (bytes & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lowest_bits_in_their_order() {
        for bits in 0..=255 {
            let bytes = [0, 1, 2, 3, 4, 5, 6, 7].map(|i| (bits >> i & 1) as u8 | 0xfe);
            assert_eq!(gather(u64::from_le_bytes(bytes)), bits);
        }
    }
}
