//! Numbers as text, millions of them.

/// Appends a number to a text. With routes of millions of squares the formatter of the standard
/// library would take longer than all the rest.
pub fn push(text: &mut Vec<u8>, number: usize) {
    // As many digits as the largest number has.
    let mut digits = [0; 20];
    let (mut at, mut left) = (digits.len(), number);
    loop {
        at -= 1;
        digits[at] = b'0' + (left % 10) as u8;
        left /= 10;
        if left == 0 {
            break;
        }
    }
    text.extend_from_slice(&digits[at..]);
}

/// Numbers with blanks between them.
pub fn join(numbers: &[usize]) -> Vec<u8> {
    let mut text = Vec::new();
    for &number in numbers {
        push(&mut text, number);
        text.push(b' ');
    }
    text.pop();
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_usual() {
        let powers = (0..20).map(|n| 10usize.pow(n));
        let numbers: Vec<usize> =
            powers.flat_map(|n| [n - 1, n, n + 1]).chain([usize::MAX]).collect();
        let usual: Vec<String> = numbers.iter().map(usize::to_string).collect();
        assert_eq!(join(&numbers), usual.join(" ").into_bytes());
        assert_eq!(join(&[]), b"");
    }
}
