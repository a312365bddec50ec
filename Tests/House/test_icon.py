import importlib.util
import struct
import unittest
import zlib

from house import ROOT

SCRIPT = ROOT / "Resources/draw_icon.py"


class Icon(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        spec = importlib.util.spec_from_file_location("draw_icon", SCRIPT)
        cls.script = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(cls.script)
        cls.stored = (ROOT / "Resources/Icon128.png").read_bytes()

    def test_the_script_draws_the_stored_icon(self):
        self.assertEqual(self.script.draw(), self.stored)

    def test_it_is_a_png_of_128_by_128_with_transparency(self):
        self.assertEqual(self.stored[:8], b"\x89PNG\r\n\x1a\n")
        self.assertEqual(struct.unpack(">II", self.stored[16:24]), (128, 128))
        self.assertEqual(tuple(self.stored[24:26]), (8, 6))

    def test_it_shows_something(self):
        """Corners transparent, the middle not, and many colours."""
        start = self.stored.index(b"IDAT") + 4
        rows = zlib.decompress(self.stored[start:-16])
        pixels = [rows[r * 513 + 1 + c * 4 : r * 513 + 5 + c * 4] for r in range(128) for c in range(128)]
        self.assertEqual([pixels[0][3], pixels[-1][3], pixels[64 * 128 + 64][3]], [0, 0, 255])
        self.assertGreater(len(set(pixels)), 1000)


if __name__ == "__main__":
    unittest.main()
